from typing import Any

import pytest

from include.matrix.load import names
from tests.golden.captured import captured
from tests.golden.differences import differences
from tests.golden.files import golden_names, read_golden


@pytest.mark.parametrize("name", golden_names())
def test_an_experiment_is_resolved_as_before(name: str) -> None:
    before, now = read_golden(name), captured(name)
    assert [*in_order(before).items()] == [*in_order(now).items()]
    assert differences(before, now) == {}


def in_order(experiment: dict[str, Any]) -> dict[str, list[str]]:
    """The load programs of each treatment, in the order in which they are started."""
    return {name: list(treatment["programs"]) for name, treatment in experiment["treatments"].items()}


def test_every_experiment_has_a_golden_file() -> None:
    assert golden_names() == names()


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ({"cells": ["a.r01"], "clusters": {}}, {"cells": ["a.r01"], "clusters": {}}, {}),
        ({"settings": {"acks": "all"}}, {"settings": {"acks": 1}}, {".settings.acks": ("'all'", "1")}),
        ({"a": 1}, {"b": 2}, {".a": ("1", ""), ".b": ("", "2")}),
        (["a", "b"], ["b", "a"], {".0": ("'a'", "'b'"), ".1": ("'b'", "'a'")}),
        ([1], [1, 2], {".1": ("", "2")}),
        ({"a": []}, {"a": {}}, {".a": ("[]", "{}")}),
        ({"a": 1}, {"a": True}, {".a": ("1", "True")}),
    ],
)
def test_differences_have_their_place(before: Any, now: Any, expected: dict[str, tuple[str, str]]) -> None:
    assert differences(before, now) == expected
