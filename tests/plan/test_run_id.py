from datetime import datetime

import pytest

from include.plan.run_id import RunIdError, new_run_id, validate_run_id


def test_a_new_run_is_named_by_experiment_and_second() -> None:
    assert new_run_id("quick", datetime(2026, 11, 21, 9, 45)) == "quick-20261121T094500"


@pytest.mark.parametrize("run_id", ["quick", "a", "Mine.2_b-3", "latest2", "x" * 100])
def test_letters_digits_and_a_few_signs_make_a_run_id(run_id: str) -> None:
    assert validate_run_id(run_id) == run_id


@pytest.mark.parametrize(
    ("run_id", "reason"),
    [
        ("", "is empty"),
        ("a/b", "may only contain letters"),
        ("a b", "may only contain letters"),
        ("a\n", "may only contain letters"),
        ("käfer", "may only contain letters"),
        ("..", "may not start with a dot"),
        (".hidden", "may not start with a dot"),
        ("latest", "is reserved for the link"),
        ("history", "is reserved for pages about many runs"),
        ("x" * 101, "has 101 characters, and 100 are allowed"),
    ],
)
def test_a_text_that_cannot_name_a_folder_is_refused(run_id: str, reason: str) -> None:
    with pytest.raises(RunIdError, match=reason) as error:
        validate_run_id(run_id)
    assert repr(run_id) in str(error.value)
