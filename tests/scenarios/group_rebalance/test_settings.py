from typing import Any

import pytest
from pydantic import ValidationError

from include.scenarios.group_rebalance import GroupRebalanceSettings


def settings(**levels: Any) -> GroupRebalanceSettings:
    return GroupRebalanceSettings.model_validate({"semantics": "idempotent", "rate": 100, **levels})


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        ({"processing": "receive-only"}, "processing: members with receive-only do not commit"),
        ({"heartbeat_ms": 6000, "session_timeout_ms": 6000}, "heartbeat_ms: 6000 is not below"),
        ({"fault": "stop-consumer", "consumers": 1}, "fault: stop-consumer removes a member of the group"),
        ({"assignor": "sticky"}, "'sticky' is not an assignor of librdkafka; choose cooperative-sticky"),
        (
            {"assignor": "consumer-protocol", "client": "java-3.9.2"},
            "assignor: consumer-protocol needs java 4.0 or newer, and not 3.9.2",
        ),
        (
            {"assignor": "consumer-protocol", "client": "librdkafka-2.11.1"},
            "assignor: consumer-protocol needs librdkafka 2.12 or newer, and not 2.11.1",
        ),
    ],
)
def test_contradicting_settings_are_refused_with_the_reason(levels: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        settings(**levels)
