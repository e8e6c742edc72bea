"""Kerran: what Kafka's delivery guarantees cost, and whether they hold."""
