"""Kafka Connect with MirrorMaker 2."""
