import pytest

from include.load_runtime.effective_settings import effective_settings


def test_the_codec_applies_to_topics_and_a_password_is_masked() -> None:
    settings = effective_settings({"sasl.password": "hunter2"})
    assert "hunter2" not in settings.values()
    assert settings["sasl.password"] == "(masked)"
    assert effective_settings({"compression.type": "zstd"})["compression.codec"] == "zstd"


def test_a_setting_that_librdkafka_does_not_know_is_named() -> None:
    with pytest.raises(ValueError, match=r"linger\.mss"):
        effective_settings({"linger.mss": "1"})
