import pytest

from include.spark_jobs.measures import messages
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.measures.violations import measures, out_of_order
from tests.spark_jobs.cells import numbers, raw_cell


def test_messages_after_a_later_one_of_their_partition_are_out_of_order() -> None:
    assert out_of_order(numbers(0, 2, 1, 3), numbers(5, 5, 5, 5)).tolist() == [2]
    assert out_of_order(numbers(0, 5, 1, 5), numbers(1, 0, 1, 0)).size == 0
    assert out_of_order(numbers(1, 2, 3, 0), numbers(0, 0, 0, 0)).tolist() == [3]
    assert out_of_order(numbers(3, 0, 1, 2), numbers(0, 0, 0, 0)).tolist() == [1, 2, 3]


@pytest.mark.parametrize(("producers", "late"), [(1, 2), (2, 0)])
def test_the_order_of_messages_is_judged_for_each_producer_and_partition(producers: int, late: int) -> None:
    sent = [(id, 0, id, id, id + 1, "acked", None) for id in range(5)]
    received = [(id, 0, id, 10 + place, 0) for place, id in enumerate((1, 0, 3, 2, 4))]
    assert measures(raw_cell(sent, received, settings={"producers": producers}))["out_of_order"] == late
    elsewhere = [(2, 1, 0, 10, 0), (0, 0, 0, 11, 0)]
    assert measures(raw_cell(sent, elsewhere, settings={"producers": producers}))["out_of_order"] == 0


FLAT_MAP = {"scenario": "application", "application": "flink", "rate": 10, "outputs_per_message": 3}


def flat_map(*outputs: int) -> RawCell:
    """A cell of three messages of one key, with outputs of these messages, 10 ns apart, in topic and log."""
    sent = [(id, 0, id, id, id + 1, "acked", None) for id in range(3)]
    received = [(id, 0, offset, 10 * (1 + offset), 0) for offset, id in enumerate(outputs)]
    audit = [(id, 0, offset, True) for offset, id in enumerate(outputs)]
    return raw_cell(sent, received, audit=audit, settings={**FLAT_MAP, "keys": 1})


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        ((0, 0, 0, 1, 1, 1, 2, 2, 2), {}),
        ((0, 0, 0, 1, 1, 1, 2, 2), {"lost": 1, "gone": 1}),
        ((0, 0, 0), {"lost": 2, "gone": 2}),
        ((0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2), {"duplicated": 2}),
        ((0, 0, 1, 0, 1, 1, 2, 2, 2), {"out_of_order": 1}),
        ((0, 0, 0, 1, 1, 1, 2, 2, 2, 0), {"duplicated": 1}),  # a repetition is not late, too
    ],
)
def test_a_message_with_three_outputs_is_lost_with_fewer_and_repeated_by_more(
    outputs: tuple[int, ...], expected: dict[str, int]
) -> None:
    counted = measures(flat_map(*outputs))
    assert {name: count for name, count in counted.items() if count} == expected


def test_a_message_with_three_outputs_is_received_with_the_third() -> None:
    cell = flat_map(0, 0, 1, 0, 0, 1, 2, 2)
    assert cell.deliveries.ids[cell.receipts].tolist() == [0]
    assert cell.deliveries.received_ns[cell.receipts].tolist() == [40]


def stopped_before_the_last(marks: int | None) -> RawCell:
    """Two partitions with two messages each; only the first message of the first partition came out."""
    sent = [(id, id % 2, id // 2, id, id + 1, "acked", None) for id in range(4)]
    reader = {
        "name": "consumer-0",
        "client_settings": {},
        "counts": {} if marks is None else {"end_marks": marks},
    }
    settings = {"scenario": "application", "application": "flink", "rate": 10, "partitions": 2}
    return raw_cell(sent, [(2, 0, 0, 10, 0)], settings=settings, programs=[reader])


@pytest.mark.parametrize(("marks", "lost", "unreached"), [(None, 3, None), (2, 3, 0), (1, 1, 2), (0, 1, 2)])
def test_what_an_application_has_not_reached_is_not_lost(
    marks: int | None, lost: int, unreached: int | None
) -> None:
    cell = stopped_before_the_last(marks)
    assert measures(cell)["lost"] == lost
    assert messages.measures(cell)["unreached"] == unreached


def test_nothing_is_torn_without_transactions() -> None:
    cell = raw_cell([(0, 0, 0, 1, 2, "acked", None)], audit=[(0, 0, 0, True)])
    assert (measures(cell)["torn"], measures(cell)["hanging"]) == (None, 0)
