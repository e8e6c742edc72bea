"""What the load programs of the reliable-ack scenario share: jobs, and the protocol to the monitor."""
