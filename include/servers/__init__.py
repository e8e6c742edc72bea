"""Servers that Kafka is set beside, as processes of this machine; cells find them as their cluster."""
