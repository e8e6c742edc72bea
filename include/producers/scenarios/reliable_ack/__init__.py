"""Reliable ack."""
