"""What the load programs of the queue scenario share: jobs, systems and connections to the servers."""
