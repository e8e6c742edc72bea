"""Kafka clusters to measure: the code that all kinds share, and a package for each kind."""
