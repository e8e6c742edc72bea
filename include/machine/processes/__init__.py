"""Processes: start them, register them, wait for them, and make sure that they end."""
