from include.verdicts.comparability import why_latency_not_compared, why_not_compared


def test_a_treatment_without_transactions_is_compared() -> None:
    assert why_not_compared(None, None) == ""


def test_a_transaction_time_may_be_a_tenth_shorter_than_requested() -> None:
    assert why_not_compared(100, 90) == ""


def test_shorter_transactions_are_not_compared_under_the_name_of_longer_ones() -> None:
    assert why_not_compared(1000, 356.4) == "its transactions lasted 356 ms, and 1000 ms were requested"


def test_a_treatment_whose_transactions_were_all_aborted_is_not_compared() -> None:
    assert why_not_compared(100, None) == "no transaction was committed"


def test_just_under_nine_tenths_of_the_requested_time_is_too_short() -> None:
    assert why_not_compared(100, 89.9) == "its transactions lasted 89.9 ms, and 100 ms were requested"


def test_a_latency_is_compared_where_every_cell_held_its_rate_or_where_that_is_not_known() -> None:
    assert why_latency_not_compared([99, 100, None], "its") == ""
    assert why_latency_not_compared([], "its") == ""


def test_a_latency_is_compared_where_a_single_cell_of_a_few_missed_its_rate() -> None:
    assert why_latency_not_compared([98.9, *[100] * 3], "its") == ""


def test_a_latency_is_not_compared_where_almost_half_of_the_cells_missed_their_rate() -> None:
    assert (
        why_latency_not_compared([98.9, 98.9, *[100] * 4], "its") == "its rate was not held in 2 of 6 cells"
    )
    assert why_latency_not_compared([98.9, 100], "its") == "its rate was not held in 1 of 2 cells"
    assert why_latency_not_compared([98.9, 100, 50], "its") == "its rate was not held in 2 of 3 cells"
