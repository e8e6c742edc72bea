"""The monitor of the reliable-ack scenario, which retransmits messages that no broker confirmed."""
