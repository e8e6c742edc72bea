"""The queue scenario's jobs, systems, and connections to the servers."""
