"""Files of valid experiments, which tests change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from include.plan.load import load
from include.plan.override_values import read_overrides
from include.plan.validation_errors import ExperimentError

FILES = {path.stem: path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("files/*.yaml")}
"""The texts of valid experiments, by the names of their files."""

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function that writes the valid experiment with a text replaced, and returns the path of the file."""

    def write(old: str = "", new: str = "", text: str = FILES["valid"]) -> str:
        assert old in text
        path = tmp_path / "small.yaml"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return str(path)

    return write


Refusal = Callable[..., str]


@pytest.fixture
def refusal(write: Write) -> Refusal:
    """A function that returns the message of ``load`` about an invalid experiment or override."""

    def refusal(old: str = "", new: str = "", text: str = FILES["valid"], **overrides: Any) -> str:
        path = write(old, new, text)
        with pytest.raises(ExperimentError) as error:
            load(path, read_overrides(overrides))
        return str(error.value).replace(path, "small.yaml")

    return refusal
