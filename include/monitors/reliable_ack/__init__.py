"""The monitor of reliable ack: it retransmits messages that no broker confirmed."""
