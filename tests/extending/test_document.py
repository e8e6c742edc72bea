"""docs/extending.md shows the files of the examples as they are."""

import re

import pytest

from tests.extending.document import DOCUMENT, filled
from tests.extending.examples import Example, examples

TEXT = DOCUMENT.read_text(encoding="utf-8")

FILL = "to write them anew: .venv/bin/python -m tests.extending.document"


def test_blocks_behind_links_are_the_files_of_the_examples_and_links_lead_to_files() -> None:
    assert filled(TEXT) == TEXT, FILL
    links = re.findall(r"\]\((?!#)([^)]+)\)", TEXT)
    assert links
    assert [link for link in links if not (DOCUMENT.parent / link).exists()] == []
    link = "[lines](examples/metric/added-lines.toml)"
    filled_once = filled(f"See {link}.\n\n{link}\n\nText.\n")
    assert filled_once.count("```toml\n[[line]]\n") == 1
    assert filled(filled_once.replace("sending", "another")) == filled_once


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.kind)
def test_the_lines_that_an_example_adds_are_shown(example: Example) -> None:
    assert f"[added-lines.toml](examples/{example.kind}/added-lines.toml)\n\n```toml" in TEXT
