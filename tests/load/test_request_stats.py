import json
from time import monotonic_ns

import pytest
from confluent_kafka import KafkaException, Producer

from include.load import request_stats as requests
from include.load.request_stats import CountedRequest, RequestCounter

TOLD = {"statistics.interval.ms": "10"}


def report(messages: int, sent: list[int], at_us: int = 0) -> str:
    """The report of a client that has sent these numbers of requests, each to another broker."""
    brokers = {
        str(broker): {
            "txretries": 1,
            "txbytes": 100 * number,
            "rxbytes": 1000 * number,
            "req": {"Produce": number, "Fetch": number, "Metadata": 7},
        }
        for broker, number in enumerate(sent)
    }
    return json.dumps({"ts": at_us, "txmsgs": messages, "rxmsgs": messages, "brokers": brokers})


def counted(carrier: CountedRequest, *reports: str) -> dict[str, int]:
    count = RequestCounter(carrier, TOLD)
    for taken in reports:
        count.take(taken)
    return count.counts()


def test_requests_are_counted_over_all_brokers_and_without_reports_not_at_all() -> None:
    count = RequestCounter(CountedRequest.PRODUCE, TOLD)
    count.take(report(50, [2, 3]))
    assert count.counts() == {"produce_requests": 5, "produce_messages": 50, "produce_bytes": 500}
    assert count.retried == 2
    count = RequestCounter(CountedRequest.PRODUCE, {})
    count.complete(lambda: pytest.fail("the client was waited for"))
    assert count.counts() == {}


def test_the_last_report_counts_but_no_requests_of_a_waiting_consumer() -> None:
    assert counted(CountedRequest.PRODUCE, report(50, [2, 2]), report(50, [2, 3]))["produce_requests"] == 5
    counts = counted(CountedRequest.FETCH, report(0, [4]), report(0, [6]), report(30, [8]), report(30, [11]))
    assert (counts["fetch_requests"], counts["fetch_messages"], counts["fetch_bytes"]) == (2, 30, 2000)


def test_the_client_reports_by_the_clock_that_python_reads() -> None:
    count = RequestCounter(CountedRequest.PRODUCE, TOLD)
    client = Producer({"bootstrap.servers": "127.0.0.1:1", "log_level": 0, **TOLD, "stats_cb": count.take})
    began = monotonic_ns()
    count.complete(lambda: client.poll(0.01))
    assert monotonic_ns() - began < 1_000_000_000
    assert count.counts()["produce_requests"] == 0


def test_a_later_report_is_waited_for_and_its_lack_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    count = RequestCounter(CountedRequest.PRODUCE, TOLD)
    reports = iter([report(1, [1], at_us=1), report(2, [2], at_us=monotonic_ns() // 1000 + 10_000_000)])
    count.complete(lambda: count.take(next(reports)))
    assert count.messages == 2
    monkeypatch.setattr(requests, "REPORT_TIMEOUT_NS", 1_000_000)
    with pytest.raises(KafkaException, match="the client reported no statistics"):
        RequestCounter(CountedRequest.PRODUCE, TOLD).complete(lambda: None)
