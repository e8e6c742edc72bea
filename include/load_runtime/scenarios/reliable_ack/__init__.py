"""The reliable-ack scenario's jobs, and the protocol of its monitor."""
