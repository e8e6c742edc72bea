"""Load programs beside a producer: the monitor of reliable ack, and the observer of visible messages."""
