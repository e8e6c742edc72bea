"""Receive from a list of Valkey."""

from collections.abc import Mapping

from include.scenarios.queue.programs.consumer import QueueConsumer
from include.scenarios.queue.servers.redis_server.consumer import ListConsumer  # shared: the same protocol

CONSUMERS: Mapping[str, type[QueueConsumer]] = {"valkey-list": ListConsumer}
