"""Load programs that receive from queues of other systems than Kafka, with a module for each server."""
