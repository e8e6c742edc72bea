"""A file of a valid experiment, which tests change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from include.matrix.load import load
from include.matrix.overrides import Overrides
from include.matrix.validation_errors import ExperimentError

VALID = """\
title: A title
question: A question?
scenario: delivery
factors:
  semantics: [at-least-once, exactly-once]
  transaction_ms: [10, 100]
constants:
  messages: 500
repetitions: 2
seed: 7
"""

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function that writes the valid experiment with a text replaced, and returns the path of the file."""

    def write(old: str = "", new: str = "", text: str = VALID) -> str:
        assert old in text
        path = tmp_path / "small.yaml"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return str(path)

    return write


Refusal = Callable[..., str]


@pytest.fixture
def refusal(write: Write) -> Refusal:
    """A function that returns the message of ``load`` about an invalid experiment or override."""

    def refusal(old: str = "", new: str = "", text: str = VALID, **overrides: Any) -> str:
        path = write(old, new, text)
        with pytest.raises(ExperimentError) as error:
            load(path, Overrides(**overrides))
        return str(error.value).replace(path, "small.yaml")

    return refusal
