"""Kafka's releases: catalogue, jars and the Java that runs them."""
