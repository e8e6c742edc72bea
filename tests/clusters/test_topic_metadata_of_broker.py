from typing import Any

import pytest
from confluent_kafka import KafkaError

from include.clusters.topic_metadata_of_broker import MetadataClient


def test_a_request_lost_with_its_connection_leaves_the_topic_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: dict[str, Any] = {
        "queue_poll": lambda _queue, _wait: "event",
        "event_error": lambda _event: KafkaError._DESTROY_BROKER,
        "event_destroy": lambda _event: None,
    }
    metadata = object.__new__(MetadataClient)
    monkeypatch.setattr(metadata, "_answers", "queue", raising=False)
    monkeypatch.setattr(metadata, "_ask", lambda *_: None)
    monkeypatch.setattr(metadata, "_call", calls.__getitem__)
    assert metadata.partitions_known(1, "t", 5.0) == []
