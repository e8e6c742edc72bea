"""The format of raw logs, which cells write and later stages read."""
