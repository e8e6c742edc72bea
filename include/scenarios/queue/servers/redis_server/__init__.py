"""Redis: messages in a list, or in a stream with a consumer group."""
