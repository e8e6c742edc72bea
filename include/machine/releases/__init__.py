"""Kafka's releases: their catalogue, their jars, and the Java that runs them."""
