"""Python with confluent-kafka."""
