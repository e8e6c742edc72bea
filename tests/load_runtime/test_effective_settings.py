import pytest

from include.load_runtime.effective_settings import effective_settings


def test_a_password_is_masked() -> None:
    settings = effective_settings({"sasl.password": "hunter2"})
    assert "hunter2" not in settings.values()
    assert settings["sasl.password"] == "(masked)"


def test_a_setting_that_librdkafka_does_not_know_is_named() -> None:
    with pytest.raises(ValueError, match=r"linger\.mss"):
        effective_settings({"linger.mss": "1"})


def test_the_codec_of_the_client_applies_to_its_topics() -> None:
    assert effective_settings({"compression.type": "zstd"})["compression.codec"] == "zstd"
