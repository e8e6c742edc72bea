"""Files of experiments with random changes: each loads, or is refused with its line and the key."""

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from ruamel.yaml import YAML

from include.matrix.load import EXPERIMENTS, load
from include.matrix.overrides import Overrides
from include.matrix.planning import make_plan
from include.matrix.validation_errors import ExperimentError
from tests.matrix.conftest import Refusal
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("parts: &a [*a]", "parts: [[...]] should be keys and values, each on a line of its own below"),
        ("parts: [{scenaro: copy}]", "scenaro: is not a key that parts have; remove it, or correct its name"),
        ("arms: {one: [1]}", "one: [1] should be keys and values, each on a line of its own below"),
        ("arms: {one: {cores: 1}}", "cores: is not a key that arms have; remove it, or correct its name"),
        (
            "brokers: {2026-01-01: 1}",
            "brokers: 2026-01-01 should be text (in quotes if it looks like a number)",
        ),
        ('published: "\\udc00"', r"not valid YAML: '\udc00' contains an escape that is no character"),
        (
            "published: \x00",
            "not valid YAML: unacceptable character #x0000: special characters are not allowed",
        ),
    ],
)
def test_an_odd_value_is_refused_with_what_is_right(refusal: Refusal, text: str, message: str) -> None:
    assert refusal("seed: 7", f"seed: 7\n{text}") == f"small.yaml:11: {message}"


def test_a_wrong_title_hides_no_other_problem_and_no_part(refusal: Refusal) -> None:
    parts = "parts: [{factors: {linger_ms: [5]}, constants: {messages: many}}]"
    texts = refusal("title: A title", f"title: 7\n{parts}")
    assert texts.splitlines() == [
        "small.yaml:1: title: 7 should be text (in quotes if it looks like a number)",
        "small.yaml:2: messages: 'many' should be a whole number",
    ]


def test_parts_that_are_no_list_are_refused_with_an_override_too(refusal: Refusal) -> None:
    message = refusal("seed: 7", "seed: 7\nparts: true", messages=3)
    assert message.startswith("small.yaml:11: parts: true should be a list of parts")
