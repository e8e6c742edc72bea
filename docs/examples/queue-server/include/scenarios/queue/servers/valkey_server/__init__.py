"""Valkey, which speaks Redis's protocol."""
