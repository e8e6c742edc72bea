from typing import Any
from unittest.mock import Mock

import pytest
from docker.errors import APIError, ImageNotFound
from requests.exceptions import ReadTimeout

from include.machine.containers import images
from include.machine.containers.engine import EngineError
from include.scenarios.application.preparation import prepare
from include.scenarios.application.settings import ApplicationSettings

SETTINGS = ApplicationSettings(
    semantics="at-least-once",
    image="shop:7",
    command="{bootstrap_servers} {input_topic} {output_topic}",
    rate=100,
    messages=1000,
)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            APIError("404 Client Error for http+docker://x", explanation="pull access denied"),
            "pull access denied",
        ),
        (ReadTimeout("Read timed out"), "Read timed out"),
    ],
)
def test_an_image_that_cannot_be_pulled_is_named_before_the_first_cell(
    monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    engine: Any = Mock()
    engine.images.get.side_effect, engine.images.pull.side_effect = ImageNotFound("no"), error
    monkeypatch.setattr(images, "engine", lambda: engine)
    said: list[str] = []
    with pytest.raises(EngineError) as refused:
        prepare(SETTINGS, said.append)
    assert said == ["Pulling the image shop:7 (once)"]
    assert f"shop:7 is not on this machine and cannot be pulled: {reason}. Build it" in str(refused.value)


def test_an_image_that_is_there_is_not_pulled(monkeypatch: pytest.MonkeyPatch) -> None:
    engine: Any = Mock()
    monkeypatch.setattr(images, "engine", lambda: engine)
    prepare(SETTINGS, print)
    assert not engine.images.pull.called
