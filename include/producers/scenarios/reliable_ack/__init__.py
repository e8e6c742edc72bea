"""The producer of the reliable-ack scenario, which sends copies of its messages to a monitor."""
