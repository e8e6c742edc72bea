"""Queue."""
