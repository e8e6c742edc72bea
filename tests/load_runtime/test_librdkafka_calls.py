import pytest

from include.load_runtime.librdkafka_calls import effective_settings


def test_the_codec_applies_to_topics_a_password_is_masked_and_an_unknown_setting_is_named() -> None:
    settings = effective_settings({"sasl.password": "hunter2"})
    assert "hunter2" not in settings.values()
    assert settings["sasl.password"] == "(masked)"
    assert effective_settings({"compression.type": "zstd"})["compression.codec"] == "zstd"
    with pytest.raises(ValueError, match=r"linger\.mss"):
        effective_settings({"linger.mss": "1"})
