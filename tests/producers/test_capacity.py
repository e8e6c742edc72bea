"""The producer that searches the capacity of a cell, on a client that acknowledges up to a rate."""

from collections import deque
from pathlib import Path
from time import monotonic_ns
from typing import Any, cast

import numpy as np
import pyarrow.parquet as pq
import pytest

from include.load_runtime.job import CapacityJob
from include.load_runtime.message import HEADER_BYTES, read_header
from include.load_runtime.receipt_times import ReceiptTimes
from include.load_runtime.signals import ProgramSignals
from include.producers import capacity, delivery
from include.producers.capacity import CapacityProducer
from include.producers.load_steps import LoadStep
from include.rawlog.schemas import LOAD_STEPS
from tests.load_runtime.fakes import FakeProducer, FakeSignals
from tests.load_runtime.jobs import job_of


class LimitedClient(FakeProducer):
    """A client whose messages are acknowledged and received at a rate at most, one after another."""

    def __init__(self, rate: float, receipts: ReceiptTimes) -> None:
        super().__init__()
        self._interval_ns = int(1e9 / rate)
        self._receipts = receipts
        self._done_ns: deque[int] = deque()
        self._last_ns = 0

    def _accept(self, value: bytes, partition: int, on_delivery: Any) -> None:
        self._last_ns = max(self._last_ns + self._interval_ns, monotonic_ns())
        self._done_ns.append(self._last_ns)
        super()._accept(value, partition, on_delivery)

    def _report(self) -> None:
        self._accepted.clear()
        while self.unreported and self._done_ns[0] <= monotonic_ns():
            on_delivery, sent = self.unreported.pop(0)
            received_ns = self._done_ns.popleft()
            self._receipts.record(np.array([read_header(sent.value() or b"").id]), received_ns)
            on_delivery(None, sent)
        if self.unreported:
            self._accepted.set()


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> list[dict[str, Any]]:
    """Search the capacity of a client that takes 2,000 messages per second; return the steps."""
    messages = 100_000
    client = LimitedClient(2_000, ReceiptTimes(folder, "consumer-0", messages))
    monkeypatch.setattr(delivery, "Producer", lambda _settings: client)
    fields = {"name": "producer", "messages": messages, "message_bytes": HEADER_BYTES + 12}
    search = {"consumers": ["consumer-0"], "search_seconds": 6.0, "step_seconds": 0.4}
    job = job_of(CapacityJob, folder=folder, **{**fields, **search, **changes})
    program = CapacityProducer(job, cast("ProgramSignals", FakeSignals()))
    program.get_ready()
    program.run()
    program.write()
    table = pq.read_table(folder / "load_steps.parquet")
    assert table.schema == LOAD_STEPS
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def test_a_rate_above_the_capacity_is_not_sustained_and_what_was_achieved_is_tried_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    above, next_one = run(tmp_path, monkeypatch, first_rate=4_000.0, search_seconds=3.0)[:2]
    assert not above["is_sustained"]
    assert above["held_percent"] < 60
    assert next_one["rate"] == above["achieved"] < 2_100


def step_held(percent: float) -> LoadStep:
    return LoadStep(1.0, 0, 1, 0, 1, 1.0, percent, 0.5)


def test_a_step_is_sustained_if_its_rate_was_held_within_a_hundredth() -> None:
    assert step_held(99.0).is_sustained
    assert not step_held(98.9).is_sustained
    assert not step_held(float("nan")).is_sustained


def test_without_an_earlier_capacity_the_search_begins_with_an_unthrottled_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capacity, "BURST_SECONDS", 0.3)
    monkeypatch.setattr(capacity, "BURST_MESSAGES", 100)
    steps = run(tmp_path, monkeypatch, search_seconds=1.5)
    assert (steps[0]["rate"], steps[0]["is_sustained"]) == (None, False)
    assert steps[1]["rate"] == steps[0]["achieved"]
    assert steps[1]["first"] == steps[0]["messages"]


def test_the_search_ends_when_its_time_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = run(tmp_path, monkeypatch, first_rate=100.0, search_seconds=1.0)
    assert (steps[-1]["ended_ns"] - steps[0]["began_ns"]) / 1e9 < 2
    assert 1 <= len(steps) <= 2
