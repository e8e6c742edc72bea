import json
from typing import Any

import pytest

from include.load.message import HEADER_BYTES, header_bytes
from include.scenarios.application.programs.values import (
    count_of,
    form_of_values,
    id_of,
    json_value,
    record_headers,
)

HEADER = header_bytes(17, 4, 1_000)
VALUE = HEADER + bytes(200)


class Output:
    def __init__(self, value: bytes, headers: list[tuple[str, Any]] | None = None) -> None:
        self._value, self._headers = value, headers

    def value(self) -> bytes:
        return self._value

    def headers(self) -> list[tuple[str, Any]] | None:
        return self._headers


def found(value: bytes, place: str, headers: list[tuple[str, Any]] | None = None) -> bytes:
    return id_of(Output(value, headers), place)  # type: ignore[arg-type]


def test_a_json_message_has_the_size_the_number_and_the_id_of_its_message() -> None:
    value = json_value(VALUE)
    assert len(value) == len(VALUE)
    assert json.loads(value)["number"] == 17
    assert found(value, "/kerran") == HEADER


def test_a_message_of_the_users_own_has_the_id_where_it_says_so() -> None:
    template = {"order": {"no": "{id}", "items": [1, "{id}"]}, "note": "not {id}", "price": 1.5}
    value = form_of_values(is_json=True, template=template)(VALUE)
    assert found(value, "/order/no") == found(value, "/order/items/1") == HEADER
    assert {**json.loads(value), "order": None} == {"order": None, "note": "not {id}", "price": 1.5}
    assert form_of_values(is_json=True, template=None)(VALUE) == json_value(VALUE)
    assert form_of_values(is_json=False, template=None)(VALUE) == VALUE


def test_the_id_is_found_in_the_value_in_a_record_header_and_inside_other_json() -> None:
    assert found(VALUE, "value") == HEADER
    assert found(b"transformed", "header", record_headers(VALUE)) == HEADER
    wrapped = json.dumps({"after": [{"a/b": json.loads(json_value(VALUE))}]}).encode()
    assert found(wrapped, "/after/0/a~1b/kerran") == HEADER


@pytest.mark.parametrize(
    ("value", "place"),
    [
        (b"not json", "/kerran"), (b"{}", "/kerran"), (b"[1]", "/kerran"), (b'{"kerran": 3}', "/kerran"),
        (b'{"kerran": "\xc3\xa4"}', "/kerran"), (b"", "header"), (b"[]", "/x/0"),
    ],
)  # fmt: skip
def test_an_output_without_an_id_has_none(value: bytes, place: str) -> None:
    assert len(found(value, place)) < HEADER_BYTES


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (b'{"n": {"count": 3}}', 3),
        (b'{"n": {"count": "3"}}', None),
        (b'{"n": {"count": true}}', None),
        (b"{}", None),
    ],
)
def test_a_count_is_a_whole_number_at_its_place(value: bytes, count: int | None) -> None:
    assert count_of(Output(value), "/n/count") == count  # type: ignore[arg-type]
