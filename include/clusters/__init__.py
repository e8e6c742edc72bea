"""Kafka clusters to measure: what all kinds share, and a package for each kind."""
