"""What librdkafka says of settings."""

import pytest

from include.load_runtime.client_answer import Role
from include.load_runtime.librdkafka_answer import librdkafka_answer


def test_settings_that_it_does_not_have_are_told_apart_from_those_of_the_other_role() -> None:
    answer = librdkafka_answer(Role.PRODUCER, {"acks": "1", "acsk": "1", "isolation.level": "read_committed"})
    assert answer.unknown == {"acsk"}
    assert answer.of_other_role == {"isolation.level"}
    assert answer.refusal == ""


def test_an_alias_of_the_other_role_is_recognised() -> None:
    assert librdkafka_answer(Role.CONSUMER, {"linger.ms": "5"}).of_other_role == {"linger.ms"}


@pytest.mark.parametrize(
    ("settings", "effective"), [({}, "-1"), ({"acks": "1"}, "1"), ({"request.required.acks": "0"}, "0")]
)
def test_the_effective_settings_include_defaults_and_the_settings_of_topics(
    settings: dict[str, str], effective: str
) -> None:
    assert librdkafka_answer(Role.PRODUCER, settings).effective["request.required.acks"] == effective


def test_a_value_that_it_refuses_is_told_by_the_name_in_the_file() -> None:
    answer = librdkafka_answer(Role.PRODUCER, {"linger.ms": "five"})
    assert answer.refusal.startswith("linger.ms: ")
    assert answer.effective == {}


def test_settings_that_exclude_each_other_are_refused() -> None:
    answer = librdkafka_answer(Role.PRODUCER, {"acks": "1", "enable.idempotence": "true"})
    assert answer.refusal == "`acks` must be set to `all` when `enable.idempotence` is true"
