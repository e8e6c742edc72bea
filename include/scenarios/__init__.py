"""The scenarios: a module for each, with its record and its settings."""
