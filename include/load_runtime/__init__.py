"""What load programs share: their job, their events, their signals and the messages that they send."""
