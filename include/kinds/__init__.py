"""What comes in kinds: the record of each kind, and the registry of its records by name."""
