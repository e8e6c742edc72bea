"""Receive from a list of Valkey."""

from collections.abc import Mapping

from include.consumers.scenarios.queue.queue_consumer import QueueConsumer
from include.consumers.scenarios.queue.redis_server import ListConsumer  # shared: the same protocol

CONSUMERS: Mapping[str, type[QueueConsumer]] = {"valkey-list": ListConsumer}
