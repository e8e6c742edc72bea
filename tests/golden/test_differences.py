"""A difference is named with its place."""

from tests.golden.differences import differences


def test_the_same_data_has_no_differences() -> None:
    data = {"cells": ["a.r01"], "clusters": {"": {"release": "4.3.1"}}}
    assert list(differences(data, dict(data))) == []


def test_a_changed_value_is_named_with_its_place() -> None:
    before, now = {"settings": {"acks": "all"}}, {"settings": {"acks": 1}}
    assert list(differences(before, now)) == ["settings.acks: 'all' became 1"]


def test_what_is_gone_and_what_is_new_are_named() -> None:
    assert list(differences({"a": 1}, {"b": 2})) == ["a: 1 is gone", "b: 2 is new"]


def test_the_order_of_a_list_matters() -> None:
    assert list(differences(["a", "b"], ["b", "a"])) == ["[0]: 'a' became 'b'", "[1]: 'b' became 'a'"]


def test_a_longer_list_differs() -> None:
    assert list(differences([1], [1, 2])) == ["[1]: 'nothing' became 2"]


def test_true_is_not_one() -> None:
    assert list(differences({"a": 1}, {"a": True})) == ["a: 1 became True"]
