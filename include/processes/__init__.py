"""Processes that this project starts, and how they are certain to end."""
