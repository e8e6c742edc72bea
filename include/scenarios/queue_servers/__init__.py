"""The queue servers that Kafka is compared with: their records, and the jobs of their load programs."""
