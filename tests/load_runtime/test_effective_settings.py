import pytest

from include.load_runtime.effective_settings import effective_settings


def test_what_was_set_and_what_was_not_are_both_there() -> None:
    settings = effective_settings({"linger.ms": "7", "acks": "1"})
    assert settings["queue.buffering.max.ms"] == "7"
    assert settings["request.required.acks"] == "1"
    assert settings["socket.timeout.ms"] == "60000"


def test_a_password_is_masked() -> None:
    settings = effective_settings({"sasl.password": "hunter2"})
    assert "hunter2" not in settings.values()
    assert settings["sasl.password"] == "(masked)"


def test_a_setting_that_the_library_does_not_know_is_named() -> None:
    with pytest.raises(ValueError, match=r"linger\.mss"):
        effective_settings({"linger.mss": "1"})


def test_a_codec_set_for_the_client_is_what_counts() -> None:
    assert effective_settings({"compression.type": "zstd"})["compression.codec"] == "zstd"
