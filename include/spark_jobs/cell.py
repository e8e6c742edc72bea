"""Measure one sealed cell: from its folder to a row of the results."""

import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pydantic import ValidationError

from include.rawlog.manifest import Manifest, read_manifest
from include.rawlog.metrics import Span
from include.rawlog.reader import BrokenRawLogError, read_sealed
from include.rawlog.schemas import Outcome, TransactionOutcome
from include.scenarios.semantics import Semantics
from include.spark_jobs import measure
from include.storage.path import AnyPath, path_of
from include.verdicts.guarantee import Verdict, judge

Metrics = dict[str, float | None]
"""Value by column name; None where there is nothing to measure."""


@dataclass(frozen=True)
class MeasuredCell:
    """A cell and its measurement."""

    cell: str
    treatment: str
    block: int
    order: int
    release: str
    guarantee: Verdict
    factors: dict[str, Any]
    metrics: Metrics

    def row(self) -> dict[str, Any]:
        """The cell as a flat row of ``results/cells``: what it is, its factors, its metrics."""
        return {
            "cell": self.cell,
            "treatment": self.treatment,
            "block": self.block,
            "order": self.order,
            "release": self.release,
            "guarantee": self.guarantee.value,
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
    metrics = _present(_metrics(folder, manifest))
    return MeasuredCell(
        cell=manifest.cell.id,
        treatment=manifest.cell.treatment,
        block=manifest.cell.block,
        order=manifest.cell.order,
        release=manifest.cluster.release,
        guarantee=judge(Semantics(manifest.cell.settings["semantics"]), metrics),
        factors=manifest.cell.factors,
        metrics=metrics,
    )


def _metrics(folder: AnyPath, manifest: Manifest) -> Metrics:
    files = read_sealed(folder, manifest)
    sent, received = files["sent.parquet"], files["received.parquet"]
    transactions = files["transactions.parquet"]
    message_bytes = int(manifest.cell.settings["message_bytes"])
    return {
        **_acknowledgements(sent, message_bytes),
        **_receipts(sent, received, transactions, message_bytes),
        **_transactions(transactions),
    }


def _acknowledgements(sent: pa.Table, message_bytes: int) -> Metrics:
    created = _numbers(sent["created_ns"])
    timed = sent.select(["created_ns", "acked_ns", "outcome"]).drop_null()
    acked = _is(timed["outcome"], Outcome.ACKED)
    created_acked, acked_ns = (_numbers(timed[column])[acked] for column in ("created_ns", "acked_ns"))
    span = measure.span(created_acked, acked_ns, _first(created), message_bytes)
    return {
        **_of(Span.PRODUCER_BROKER, span),
        "sent": sent.num_rows,
        **{outcome.value: int(np.count_nonzero(_is(sent["outcome"], outcome))) for outcome in Outcome},
    }


def _receipts(sent: pa.Table, received: pa.Table, transactions: pa.Table, message_bytes: int) -> Metrics:
    received_ns = _numbers(received["received_ns"])
    order = measure.order_of_receipt(received_ns, _numbers(received["consumer"]))
    ids, received_ns = _numbers(received["id"])[order], received_ns[order]
    partitions = _numbers(received["partition"])[order]
    sent_ids, created = _numbers(sent["id"]), _numbers(sent["created_ns"])

    messages = measure.messages_of(ids, sent_ids)
    known = np.flatnonzero(messages != measure.NEVER_SENT)
    firsts = known[measure.first_receipts(messages[known])]
    received_first = messages[firsts]
    span = measure.span(created[received_first], received_ns[firsts], _first(created), message_bytes)
    return {
        **_of(Span.PRODUCER_CONSUMER, span),
        "received": received.num_rows,
        "lost": measure.lost(sent_ids, _promised(sent, transactions), ids),
        "duplicated": measure.duplicated(ids),
        "out_of_order": measure.out_of_order(received_first, partitions[firsts]),
        "aborted_seen": int(np.count_nonzero(_aborted(sent, transactions)[received_first])),
        "phantom": int(np.count_nonzero(messages == measure.NEVER_SENT)),
    }


def _promised(sent: pa.Table, transactions: pa.Table) -> measure.Flags:
    """Messages that must arrive: acked, and in no transaction that wasn't seen to be committed."""
    acked = _is(sent["outcome"], Outcome.ACKED)
    return acked & ~_of_transactions(
        sent, ~_is(transactions["outcome"], TransactionOutcome.COMMITTED), transactions
    )


def _aborted(sent: pa.Table, transactions: pa.Table) -> measure.Flags:
    """Messages of transactions that were aborted."""
    return _of_transactions(sent, _is(transactions["outcome"], TransactionOutcome.ABORTED), transactions)


def _of_transactions(sent: pa.Table, which: measure.Flags, transactions: pa.Table) -> measure.Flags:
    """Messages that were sent in those transactions; ``which`` flags the rows of ``transactions``."""
    if not which.any():
        return np.zeros(sent.num_rows, dtype=np.bool_)
    numbers = transactions.filter(which)["transaction"].combine_chunks()
    flags: measure.Flags = _numbers(pc.is_in(sent["transaction"], value_set=numbers)).astype(np.bool_)
    return flags


def _transactions(transactions: pa.Table) -> Metrics:
    committed = transactions.filter(_is(transactions["outcome"], TransactionOutcome.COMMITTED))
    called = _numbers(committed["commit_called_ns"])
    return {
        "transactions": transactions.num_rows,
        "transaction_time": measure.median_time(_numbers(committed["begun_ns"]), called),
        "transaction_messages": measure.median_messages(_numbers(committed["messages"])),
        "commit_latency": measure.median_time(called, _numbers(committed["ended_ns"])),
    }


def _of(span: Span, metrics: dict[str, float]) -> Metrics:
    return {f"{span.column}_{metric}": value for metric, value in metrics.items()}


def _is(column: pa.ChunkedArray, word: str) -> measure.Flags:
    """Compared by code: a word column is a dictionary of few words."""
    encoded = column.combine_chunks()
    words = encoded.dictionary.to_pylist()
    code = words.index(word) if word in words else -1
    matches: measure.Flags = encoded.indices.to_numpy() == code
    return matches


def _numbers(column: pa.ChunkedArray) -> NDArray[Any]:
    numbers: NDArray[Any] = column.to_numpy()
    return numbers


def _first(created: measure.Numbers) -> int:
    return int(created.min()) if created.size else 0


def _present(metrics: Metrics) -> Metrics:
    return {name: None if value is None or math.isnan(value) else value for name, value in metrics.items()}
