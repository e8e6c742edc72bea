"""Load programs that send to queues of other systems than Kafka, with a module for each server."""
