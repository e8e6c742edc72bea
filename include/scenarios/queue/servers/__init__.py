"""The servers that Kafka is compared with, each in its folder."""
