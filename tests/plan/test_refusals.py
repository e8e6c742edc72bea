"""What a user reads about each mistake in the file of an experiment, as ``refusals.txt`` has it.

``# name.yaml`` begins the mistakes in a valid file in ``files``. Lines with ``+`` replace those with ``-``,
or are appended to the file. ``$`` are variables of the command. ``!`` is the message; ``…`` is any text.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.plan.conftest import FILES, Refusal

REFUSALS = Path(__file__).with_name("refusals.txt").read_text(encoding="utf-8")


class Mistake(NamedTuple):
    file: str
    old: str
    new: str
    variables: list[str]
    message: str

    @classmethod
    def read(cls, file: str, block: str) -> "Mistake":
        lines: dict[str, list[str]] = defaultdict(list)
        for line in block.splitlines():
            lines[line[0]].append(line[2:])
        old, new, message = ("\n".join(lines[mark]) for mark in "-+!")
        return cls(file, old, new, " ".join(lines["$"]).split(), message)

    @property
    def text(self) -> str:
        """The file with the mistake."""
        valid = FILES[self.file]
        assert self.old in valid
        appended = f"{self.new}\n" if self.new else ""
        return valid.replace(self.old, self.new, 1) if self.old else valid + appended


def mistakes() -> Iterator[Mistake]:
    file = ""
    for block in REFUSALS.strip().split("\n\n"):
        if section := re.match(r"# (\w+)\.yaml", block):
            file = section[1]
        else:
            yield Mistake.read(file, block)


@pytest.mark.parametrize("mistake", [*mistakes()], ids=lambda mistake: f"{mistake.file}: {mistake.message}")
def test_a_mistake_is_refused_with_its_line_and_what_is_right(refusal: Refusal, mistake: Mistake) -> None:
    variables = (variable.split("=", 1) for variable in mistake.variables)
    message = refusal(text=mistake.text, **{name.lower(): value for name, value in variables})
    assert re.fullmatch(".*".join(map(re.escape, mistake.message.split("…"))), message), message


def test_a_character_that_no_text_has_is_refused(refusal: Refusal) -> None:
    problem = "not valid YAML: unacceptable character #x0000: special characters are not allowed"
    assert refusal("seed: 7", "seed: 7\npublished: \x00") == f"small.yaml:11: {problem}"
    assert refusal(text="title: \x00\n") == f"small.yaml:1: {problem}"


def test_a_huge_product_of_factors_is_refused_without_being_enumerated(refusal: Refusal) -> None:
    levels = list(range(1, 300))
    factors = f"batch_bytes: {levels}\n  partitions: {levels}\n  fetch_min_bytes: {levels}"
    assert "are more than 10,000 cells" in refusal("transaction_ms: [10, 100]", factors)
