"""docs/renames.md lists each change of a name in a form that tests can read."""

import pytest

from tests.renames import rows


def test_a_row_has_a_kind_a_former_name_and_a_present_name() -> None:
    assert list(rows("| setting | `rack.lost` | `packet_loss` |")) == [
        ("setting", "rack.lost", "packet_loss")
    ]


def test_what_was_removed_has_no_present_name() -> None:
    assert list(rows("| setting | `queue.acks` | (removed) |")) == [("setting", "queue.acks", None)]


def test_what_is_new_has_no_former_name() -> None:
    row = "| results column | (new) | `faults.packets_seen` |"
    assert list(rows(row)) == [("results column", None, "faults.packets_seen")]


def test_headings_and_sentences_are_no_rows() -> None:
    assert list(rows("# Names\n\nA sentence.\n\n| kind | before | now |\n| --- | --- | --- |\n")) == []


def test_a_row_of_another_form_is_refused() -> None:
    with pytest.raises(AssertionError, match="is not of the form"):
        list(rows("| setting | queue.acks | removed |"))
