"""Flink."""
