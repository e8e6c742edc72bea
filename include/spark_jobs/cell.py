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
from include.spark_jobs import measure
from include.storage.path import AnyPath, path_of

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
    return MeasuredCell(
        cell=manifest.cell.id,
        treatment=manifest.cell.treatment,
        block=manifest.cell.block,
        order=manifest.cell.order,
        release=manifest.cluster.release,
        factors=manifest.cell.factors,
        metrics=_present(_metrics(folder, manifest)),
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
    }


def _promised(sent: pa.Table, transactions: pa.Table) -> measure.Flags:
    """Messages that must arrive: acked, and in no transaction that wasn't seen to be committed."""
    acked = _is(sent["outcome"], Outcome.ACKED)
    uncommitted = transactions.filter(~_is(transactions["outcome"], TransactionOutcome.COMMITTED))
    if not uncommitted.num_rows:
        return acked
    unsure = pc.is_in(sent["transaction"], value_set=uncommitted["transaction"].combine_chunks())
    return acked & ~_numbers(unsure).astype(np.bool_)


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
