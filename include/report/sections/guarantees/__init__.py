"""Guarantees."""
