import pytest

from include.clients.librdkafka.interpretation import librdkafka_answer
from include.load.client_choice import Role
from include.load.librdkafka_calls import effective_settings


def test_settings_that_it_does_not_have_are_told_apart_and_refusals_are_in_its_words() -> None:
    answer = librdkafka_answer(Role.PRODUCER, {"acks": "1", "acsk": "1", "isolation.level": "read_committed"})
    assert answer.unknown == {"acsk"}
    assert answer.of_other_role == {"isolation.level"}
    assert answer.refusal == ""
    assert librdkafka_answer(Role.CONSUMER, {"linger.ms": "5"}).of_other_role == {"linger.ms"}
    answer = librdkafka_answer(Role.PRODUCER, {"linger.ms": "five"})
    assert answer.refusal.startswith("linger.ms: ")
    assert answer.effective == {}
    answer = librdkafka_answer(Role.PRODUCER, {"acks": "1", "enable.idempotence": "true"})
    assert answer.refusal == "`acks` must be set to `all` when `enable.idempotence` is true"


@pytest.mark.parametrize(
    ("settings", "acks"), [({}, "-1"), ({"acks": "1"}, "1"), ({"request.required.acks": "0"}, "0")]
)
def test_defaults_and_settings_of_topics_are_effective(settings: dict[str, str], acks: str) -> None:
    assert librdkafka_answer(Role.PRODUCER, settings).effective["request.required.acks"] == acks


def test_the_codec_applies_to_topics_a_password_is_masked_and_an_unknown_setting_is_named() -> None:
    settings = effective_settings({"sasl.password": "hunter2"})
    assert "hunter2" not in settings.values()
    assert settings["sasl.password"] == "(masked)"
    assert effective_settings({"compression.type": "zstd"})["compression.codec"] == "zstd"
    with pytest.raises(ValueError, match=r"linger\.mss"):
        effective_settings({"linger.mss": "1"})
