from typing import Any

import pytest

from include.plan.load import names
from tests.golden.captured import captured, default_jobs, default_settings
from tests.golden.differences import differences
from tests.golden.files import golden_names, read_golden


@pytest.mark.parametrize("name", golden_names())
def test_an_experiment_is_resolved_as_before(name: str) -> None:
    before = with_new_settings(read_golden(name), default_settings(name))
    before, now = with_new_job_fields(before, default_jobs(name)), captured(name)
    assert [*in_order(before).items()] == [*in_order(now).items()]
    assert differences(before, now) == {}


def with_new_settings(golden: dict[str, Any], defaults: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A golden file and the settings that were added later, where these have their defaults."""
    for name, treatment in golden["treatments"].items():
        treatment["settings"] = {**defaults.get(name, {}), **treatment["settings"]}
    return golden


def with_new_job_fields(
    golden: dict[str, Any], defaults: dict[str, dict[str, dict[str, Any]]]
) -> dict[str, Any]:
    """A golden file and the fields of jobs that were added later, where these have their defaults."""
    for name, treatment in golden["treatments"].items():
        for program, captured_program in treatment["programs"].items():
            added = defaults.get(name, {}).get(program, {})
            captured_program["job"] = {**added, **captured_program["job"]}
    return golden


def test_a_new_setting_needs_no_new_golden_file_and_another_value_is_noticed() -> None:
    golden = {"treatments": {"a": {"settings": {"acks": 1}}}}
    with_settings = with_new_settings(golden, {"a": {"acks": "all", "pulses": 3}, "b": {"pulses": 3}})
    assert with_settings == {"treatments": {"a": {"settings": {"acks": 1, "pulses": 3}}}}


def test_a_new_field_of_a_job_needs_no_new_golden_file_and_another_value_is_noticed() -> None:
    golden = {"treatments": {"a": {"programs": {"producer": {"job": {"index": 1}}}}}}
    with_field = with_new_job_fields(golden, {"a": {"producer": {"index": 0, "pulses": None}}})
    assert with_field["treatments"]["a"]["programs"] == {"producer": {"job": {"index": 1, "pulses": None}}}


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
