"""What is said of a treatment at shares of the common capacity."""

from dataclasses import replace

from include.report.cost_differences import CostDifference
from include.report.sections.cost.sentences import cost_paragraphs
from include.report.sections.cost.share_sentences import share_finding, share_sentences
from include.verdicts.compared_quantities import CAPACITY
from tests.report.blocks import plain
from tests.report.sections.cost.costs import cost, latency, too_few


def at_share(percent: float, found: CostDifference, message_bytes: int = 1024) -> CostDifference:
    """The same difference at a share of the capacity."""
    values = found.treatment.settings.model_dump(exclude={"rate", "messages"})
    changed = values | {"capacity_percent": percent, "message_bytes": message_bytes}
    settings = type(found.treatment.settings).model_validate(changed)
    treatment = found.treatment.model_copy(
        update={
            "id": f"{found.treatment.id}.{percent}.{message_bytes}",
            "factors": {"semantics": "exactly-once", "capacity_percent": percent},
            "settings": settings,
        }
    )
    return replace(found, treatment=treatment)


SLOWER, EQUAL, FASTER = latency(60, 50, 70), latency(1, -5, 7), latency(-20, -30, -10)


def test_a_difference_at_every_share() -> None:
    found = [at_share(10, SLOWER), at_share(50, SLOWER)]
    assert share_finding(found) == "slower at all 2 shares of the common capacity"
    assert share_finding(found[:1]) == "slower at the share of the common capacity"


def test_differences_at_some_shares() -> None:
    found = [at_share(10, SLOWER), at_share(50, EQUAL), at_share(75, FASTER)]
    assert share_finding(found) == (
        "slower at 1 of the 3 shares and faster at 1 of the 3 shares of the common capacity"
    )


def test_no_difference_at_any_share() -> None:
    assert share_finding([at_share(10, EQUAL)]) == (
        "no difference in latency shown at any share of the common capacity"
    )


def test_the_differences_at_all_shares_are_one_sentence() -> None:
    (text,) = share_sentences([at_share(10, SLOWER), at_share(12.5, EQUAL)], "it")
    assert plain(text) == (
        "At shares of the common capacity, with messages of 1 KiB, it changes the median end-to-end latency "
        "by 60 ms (50 to 70) at 10 % and 1.0 ms (−5.0 to 7.0) at 12.5 %."  # noqa: RUF001
    )


def test_each_message_size_has_a_sentence() -> None:
    found = [at_share(10, SLOWER, 512), at_share(10, EQUAL), at_share(95, EQUAL, 512)]
    small, large = map(plain, share_sentences(found, "idempotent"))
    assert "with messages of 512 B, idempotent changes" in small
    assert small.count(" at ") == 2
    assert "with messages of 1 KiB, it changes" in large


def test_capacity_stands_before_the_shares_of_it() -> None:
    capacity = cost(CAPACITY, 0.6, (0.5, 0.7), rate="unthrottled", load="capacity")
    paragraph = cost_paragraphs([at_share(10, SLOWER), capacity])[0]
    assert paragraph.subject == "Lower capacity, slower at the share of the common capacity"
    assert plain(paragraph.text).startswith(
        "With messages of 1 KiB, exactly-once with 100 ms transactions has 0.60 times (0.50 to 0.70) the "
        "capacity. The difference in capacity matters. At shares"
    )


def test_a_share_at_which_a_rate_was_not_held_is_named() -> None:
    refused = at_share(95, too_few(0, "its rate was not held in 2 of 6 cells"))
    assert plain(cost_paragraphs([refused])[0].text) == (
        "Exactly-once with 100 ms transactions at 95 % is not compared: its rate was not held in 2 of 6 "
        "cells."
    )


def test_a_latency_is_left_out_alone_where_a_rate_was_not_held() -> None:
    refused = too_few(0, "its rate was not held in 2 of 6 cells")
    compared = cost(CAPACITY, 0.9, (0.8, 1.1))
    texts = [plain(one.text) for one in cost_paragraphs([refused, compared])]
    assert texts[1] == (
        "The latency of exactly-once with 100 ms transactions is not compared: its rate was not held in 2 of "
        "6 cells."
    )
