"""Producers that only one scenario has. Each scenario has a module or a folder."""
