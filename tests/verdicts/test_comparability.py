from include.verdicts.held_rate import why_latency_not_compared, why_not_compared


def test_treatments_are_compared_if_transactions_last_long_enough_and_latencies_if_rates_are_held() -> None:
    assert why_not_compared(None, None) == ""
    assert why_not_compared(100, 90) == ""
    assert why_not_compared(1000, 356.4) == "its transactions lasted 356 ms, and 1000 ms were requested"
    assert why_not_compared(100, 89.9) == "its transactions lasted 89.9 ms, and 100 ms were requested"
    assert why_not_compared(100, None) == why_not_compared(1, None) == "no transaction was committed"
    assert why_latency_not_compared([99, 100, None], "its") == ""
    assert why_latency_not_compared([], "its") == ""
    assert why_latency_not_compared([98.9, *[100] * 3], "its") == ""
    assert (
        why_latency_not_compared([98.9, 98.9, *[100] * 4], "its") == "its rate was not held in 2 of 6 cells"
    )
    assert why_latency_not_compared([98.9, 100], "its") == "its rate was not held in 1 of 2 cells"
    assert why_latency_not_compared([98.9, 100, 50], "its") == "its rate was not held in 2 of 3 cells"
