"""The arms of a run: what is compared of each, and what the comparison shows."""
