"""Fill a queue, then empty it: Kafka beside Redis and RabbitMQ."""
