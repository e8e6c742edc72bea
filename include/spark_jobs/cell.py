"""Measure one sealed cell: from its folder to its part of the results."""

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from pydantic import ValidationError

from include.metrics.registry import Span
from include.rawlog.manifest import Manifest, read_manifest
from include.rawlog.reader import BrokenRawLogError
from include.rawlog.schemas import Outcome, TransactionOutcome
from include.scenarios.delivery.settings import UNTHROTTLED
from include.spark_jobs import measure
from include.spark_jobs.decile_rates import TENTH, tenth_rows
from include.spark_jobs.rawcell import RawCell, is_word, numbers, read_cell
from include.spark_jobs.scenarios.group_rebalance.metrics import ownership
from include.spark_jobs.scenarios.group_rebalance.ownership_rows import OWNED, owned_rows
from include.spark_jobs.scenarios.reliable_ack import MONITORED, monitored
from include.spark_jobs.timeline import TIMELINE, WINDOW, recovery, timeline_rows, window_rows
from include.spark_jobs.violations import VIOLATION, violation_rows, violations_of
from include.storage.path import AnyPath, path_of
from include.verdicts import guarantee, validity
from include.verdicts.guarantee import Verdict
from include.verdicts.validity import Validity

Metrics = dict[str, float | None]
"""Value by column name; None where there is nothing to measure."""


@dataclass(frozen=True)
class MeasuredCell:
    """A cell and its measurement; as tables its violations, timeline, faults' windows, owners, and tenths.

    Where there are reasons why it may not be compared, it is invalid: summaries leave it out. Its guarantee
    is judged all the same, since a promise that was broken is broken whatever the machine did.
    """

    cell: str
    treatment: str
    block: int
    order: int
    release: str
    guarantee: Verdict
    factors: dict[str, Any]
    metrics: Metrics
    violations: pa.Table = field(default_factory=VIOLATION.empty_table)
    timeline: pa.Table = field(default_factory=TIMELINE.empty_table)
    windows: pa.Table = field(default_factory=WINDOW.empty_table)
    owned: pa.Table = field(default_factory=OWNED.empty_table)
    tenths: pa.Table = field(default_factory=TENTH.empty_table)
    invalid_because: list[str] = field(default_factory=list)

    @property
    def validity(self) -> Validity:
        """Whether it may be compared with other cells."""
        return Validity.INVALID if self.invalid_because else Validity.VALID

    def row(self) -> dict[str, Any]:
        """The cell as a flat row of ``results/cells``: what it is, its factors, its metrics."""
        return {
            "cell": self.cell,
            "treatment": self.treatment,
            "block": self.block,
            "order": self.order,
            "release": self.release,
            "guarantee": self.guarantee.value,
            "validity": self.validity.value,
            "invalid_because": "; ".join(self.invalid_because),
            "factors": json.dumps(self.factors),
            **self.factors,
            **self.metrics,
        }


@dataclass(frozen=True)
class RejectedCell:
    """A sealed cell that can't be counted, and why."""

    cell: str
    reason: str


def measure_or_reject(folder: str) -> MeasuredCell | RejectedCell:
    """Measure the cell in a folder; a raw log that doesn't match its manifest is rejected.

    Raises:
        StorageError: the cell can't be reached.
    """
    cell = path_of(folder)
    try:
        return measure_cell(cell)
    except BrokenRawLogError as error:
        return RejectedCell(cell.name, str(error))
    except ValidationError as error:
        return RejectedCell(cell.name, f"{folder}/manifest.json: {error.errors()[0]['msg']}")


def measure_cell(folder: AnyPath) -> MeasuredCell:
    """Check and measure a sealed cell.

    Raises:
        BrokenRawLogError: a file doesn't match the manifest.
        pydantic.ValidationError: the manifest isn't one.
    """
    manifest = read_manifest(folder)
    cell = read_cell(folder, manifest)
    violations = violations_of(cell)
    # At a fixed rate only: otherwise nothing says what it should have been.
    is_paced = cell.settings.rate != UNTHROTTLED
    metrics = _present(
        {
            **_acknowledgements(cell),
            **_receipts(cell),
            **violations.counts(),
            **_transactions(cell.transactions),
            "broker_cpu_time": _broker_cpu_time(manifest, cell),
            **_requests(manifest),
            **_monitored(manifest, cell),
            **dict.fromkeys(RECOVERY),
            **(recovery(cell) if is_paced else {}),
            **ownership(cell),
            **{counted: _counted(manifest)[counted] for counted in ("requests_retried", "replaced")},
        }
    )
    return MeasuredCell(
        cell=manifest.cell.id,
        treatment=manifest.cell.treatment,
        block=manifest.cell.block,
        order=manifest.cell.order,
        release=manifest.cluster.release,
        guarantee=guarantee.judge(cell.settings, metrics),
        factors=manifest.cell.factors,
        metrics=metrics,
        violations=violation_rows(cell, violations),
        timeline=timeline_rows(cell) if is_paced else TIMELINE.empty_table(),
        windows=window_rows(cell),
        owned=owned_rows(cell),
        tenths=tenth_rows(cell) if cell.settings.backlog else TENTH.empty_table(),
        invalid_because=validity.causes(manifest),
    )


RECOVERY = ("acknowledgement_gap", "delivery_gap", "dip_depth", "dip_length")


def _acknowledgements(cell: RawCell) -> Metrics:
    sent = cell.sent
    timed = sent.select(["created_ns", "acked_ns", "outcome"]).drop_null()
    acked = is_word(timed["outcome"], Outcome.ACKED)
    created_acked, acked_ns = (numbers(timed[column])[acked] for column in ("created_ns", "acked_ns"))
    span = measure.span(created_acked, acked_ns, _first(cell.created_ns), cell.settings.message_bytes)
    messages = sent.num_rows if cell.sends_once else np.unique(cell.sent_ids).size
    return {
        **_of(Span.PRODUCER_BROKER, span),
        "sent": messages,
        "sent_again": sent.num_rows - messages,
        "sending_rate": measure.rate_between(cell.created_ns),
        **{outcome.value: cell.count(outcome) for outcome in Outcome},
    }


def _receipts(cell: RawCell) -> Metrics:
    firsts, created = cell.firsts, cell.created_ns
    received_ns = cell.deliveries.received_ns[firsts]
    span = measure.span(
        created[cell.messages[firsts]], received_ns, _first(created), cell.settings.message_bytes
    )
    return {
        **_of(Span.PRODUCER_CONSUMER, span),
        "received": cell.deliveries.ids.size,
        "consumption_rate": measure.rate_between(cell.deliveries.received_ns),
    }


def _transactions(transactions: pa.Table) -> Metrics:
    committed = transactions.filter(pa.array(is_word(transactions["outcome"], TransactionOutcome.COMMITTED)))
    called = numbers(committed["commit_called_ns"])
    aborted = is_word(transactions["outcome"], TransactionOutcome.ABORTED)
    return {
        "transactions": transactions.num_rows,
        "transactions_aborted": int(np.count_nonzero(aborted)),
        "transaction_time": measure.median_time(numbers(committed["begun_ns"]), called),
        "transaction_messages": measure.median_messages(numbers(committed["messages"])),
        "commit_latency": measure.median_time(called, numbers(committed["ended_ns"])),
    }


def _monitored(manifest: Manifest, cell: RawCell) -> Metrics:
    if cell.confirmations is None:
        return dict.fromkeys(MONITORED)
    return monitored(cell.confirmations, _counted(manifest))


def _counted(manifest: Manifest) -> Counter[str]:
    """What the load programs counted, all together."""
    counted: Counter[str] = Counter()
    for program in manifest.programs:
        counted.update(program.counts)
    return counted


def _broker_cpu_time(manifest: Manifest, cell: RawCell) -> float | None:
    """Microseconds for a message that was sent; None where the brokers' processes couldn't be seen."""
    seconds = manifest.machine.cpu_brokers
    return seconds * 1e6 / cell.sent.num_rows if seconds and cell.sent.num_rows else None


def _requests(manifest: Manifest) -> Metrics:
    return {
        "produced_per_request": _ratio(manifest, "produce_messages", "produce_requests"),
        "fetched_per_request": _ratio(manifest, "fetch_messages", "fetch_requests"),
        "transmitted_bytes": _ratio(manifest, "produce_bytes", "produce_messages"),
    }


def _ratio(manifest: Manifest, counted: str, by: str) -> float | None:
    """One count by another, both over all programs; None where nothing was counted."""
    whole, parts = (sum(one.counts.get(name, 0) for one in manifest.programs) for name in (counted, by))
    return whole / parts if parts else None


def _of(span: Span, metrics: dict[str, float]) -> Metrics:
    return {f"{span.column}_{metric}": value for metric, value in metrics.items()}


def _first(created: measure.Numbers) -> int:
    return int(created.min()) if created.size else 0


def _present(metrics: Metrics) -> Metrics:
    return {name: None if value is None or math.isnan(value) else value for name, value in metrics.items()}
