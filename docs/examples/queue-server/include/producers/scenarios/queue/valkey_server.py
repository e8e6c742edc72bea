"""Send to a list of Valkey."""

from collections.abc import Mapping

from include.producers.scenarios.queue.queue_producer import QueueProducer
from include.producers.scenarios.queue.redis_server import ListProducer  # shared: the same protocol

PRODUCERS: Mapping[str, type[QueueProducer]] = {"valkey-list": ListProducer}
