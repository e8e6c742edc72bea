"""Load programs in addition to the producer: the monitor of reliable ack, and the visibility observer."""
