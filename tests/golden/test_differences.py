from typing import Any

import pytest

from tests.golden.differences import differences


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
