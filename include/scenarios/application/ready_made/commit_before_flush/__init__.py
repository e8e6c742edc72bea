"""Python, commits before its outputs are flushed."""
