from time import sleep

from include.load_runtime.cpu_usage import CpuUsage


def test_cpu_time_counts_from_the_first_look_to_the_last() -> None:
    usage = CpuUsage()
    usage.look()
    sleep(0.02)
    sum(number * number for number in range(100_000))
    usage.look()
    counts = usage.counts("sending")
    assert counts["sending_ns"] > counts["sending_cpu_ns"] + 15_000_000 > 15_000_000


def test_without_a_second_look_there_is_nothing_to_count() -> None:
    usage = CpuUsage()
    assert usage.counts("sending") == {}
    usage.look()
    assert usage.counts("sending") == {}
