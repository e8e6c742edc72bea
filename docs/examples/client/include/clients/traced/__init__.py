"""librdkafka that logs every request and every response."""
