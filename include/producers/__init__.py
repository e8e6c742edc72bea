"""The load programs that send messages."""
