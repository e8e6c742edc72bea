"""A producer on a network that loses packets, with and without a monitor that retransmits."""
