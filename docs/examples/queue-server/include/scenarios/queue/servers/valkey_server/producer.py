"""Send to a list of Valkey."""

from collections.abc import Mapping

from include.scenarios.queue.programs.producer import QueueProducer
from include.scenarios.queue.servers.redis_server.producer import ListProducer  # shared: the same protocol

PRODUCERS: Mapping[str, type[QueueProducer]] = {"valkey-list": ListProducer}
