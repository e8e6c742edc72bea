from typing import Any

from include.rawlog.manifest import ProgramRecord
from include.spark_jobs.measures.consumption import measures
from tests.spark_jobs.cells import raw_cell

RECEIVED = [(id, 0, id, 1_000_000_000 * id, 0) for id in range(5)]


def consumer(**counts: Any) -> ProgramRecord:
    return ProgramRecord(name="consumer-0", client_settings={}, counts=counts)


def test_the_rate_is_between_first_and_last_receipt_and_the_cpu_share_that_of_the_busiest_consumer() -> None:
    assert measures(raw_cell(received=RECEIVED))["consumption_rate"] == 1
    programs = [consumer(receiving_ns=100, receiving_cpu_ns=used) for used in (20, 95)]
    assert measures(raw_cell(received=RECEIVED, programs=programs))["consumer_cpu"] == 0.95
    assert measures(raw_cell(received=RECEIVED, programs=[consumer(received=5)])).get("consumer_cpu") is None


def test_the_lateness_of_receipts_is_that_of_the_latest_consumer() -> None:
    late = consumer(receipt_lateness_p50_ns=2_500_000, receipt_lateness_p99_ns=3_000_000)
    later = consumer(receipt_lateness_p50_ns=1_500_000, receipt_lateness_p99_ns=4_000_000)
    metrics = measures(raw_cell(programs=[late, later, consumer()]))
    assert (metrics["receipt_lateness_p50"], metrics["receipt_lateness_p99"]) == (2.5, 4.0)
    assert measures(raw_cell()).get("receipt_lateness_p50") is None
