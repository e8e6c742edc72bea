"""The load programs that send to and receive from queues of servers other than Kafka, and their jobs."""
