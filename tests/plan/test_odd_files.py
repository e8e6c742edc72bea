"""Files of experiments with random changes: each loads, or is refused with its line and the key."""

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from ruamel.yaml import YAML

from include.plan.load import EXPERIMENTS, load
from include.plan.overrides import Overrides
from include.plan.planning import make_plan
from include.plan.validation_errors import ExperimentError
from tests.odd_data import changed

CHANGES = 120
"""How many changes a test makes, with a seed each."""

FILES = sorted(EXPERIMENTS.glob("*.yaml"))

OVERRIDES = (
    Overrides(),
    Overrides(messages=500, repetitions=2, release="4.1.0"),
    Overrides(baseline="4.1.0", candidate="linger_ms=5"),
)

LINE = re.compile(r".*\.yaml:\d+: .+|parameters: .+")
SNIPPETS = ("", ":", "- ", "\n", "  ", "[", "{", '"', "\t", "&a ", "*a", "!x ", "0", "\x00", "é", "#", "? ")


def changed_data(text: str, random: Random) -> str:
    """The text with one or two values removed, replaced or moved."""
    data = YAML(typ="safe", pure=True).load(text)
    for _ in range(random.choice((1, 1, 2))):
        data = changed(data, random)[1]
    file = StringIO()
    YAML(typ="safe", pure=True).dump(data, file)
    return file.getvalue()


def changed_text(text: str, random: Random) -> str:
    """The text with some characters removed or inserted."""
    for _ in range(random.choice((1, 2, 5))):
        place = random.randrange(len(text))
        text = text[:place] + random.choice(SNIPPETS) + text[place + random.choice((0, 1, 1, 10)) :]
    return text


def refused(path: Path, overrides: Overrides) -> list[str]:
    """The lines with which a file is refused; empty if it can be planned."""
    try:
        make_plan(load(str(path), overrides), "run")
    except ExperimentError as error:
        return error.lines
    return []


@pytest.mark.slow
@pytest.mark.parametrize("change", [changed_data, changed_text])
def test_a_changed_file_loads_or_is_refused(tmp_path: Path, change: Callable[[str, Random], str]) -> None:
    texts: dict[int, list[str]] = {}
    for seed in range(CHANGES):
        random = Random(seed)
        original, overrides = random.choice(FILES), random.choice(OVERRIDES)
        path = tmp_path / original.name
        path.write_text(change(original.read_text(encoding="utf-8"), random), encoding="utf-8")
        texts[seed] = refused(path, overrides)
    assert [(seed, line) for seed, lines in texts.items() for line in lines if not LINE.fullmatch(line)] == []
    assert sum(map(bool, texts.values())) > CHANGES / 3
