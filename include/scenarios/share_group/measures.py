"""Measure the deliveries of a share group: what was settled, and what explains each further delivery."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from include.kinds.fault import FAULTS, Target
from include.rawlog.schemas import NEVER_SENT
from include.scenarios.share_group.settings import ShareGroupSettings
from include.spark_jobs.measures.array_types import Flags, Numbers
from include.spark_jobs.measures.rawcell import Metrics, RawCell, is_word, numbers
from include.spark_jobs.tables.schemas import ScenarioMeasures

LOCK_TOLERANCE = 0.95
"""The share of a lock after which it counts as ended: the broker's clock began before the member's."""


@dataclass(frozen=True)
class ShareDeliveries:
    """Deliveries as arrays of shape (n,), those of one message together, in the order of receipt."""

    ids: Numbers
    counts: Numbers
    received_ns: Numbers
    answered_ns: Numbers
    """When the answer to the acknowledgement arrived; ``NEVER`` without an answer."""
    is_released: Flags
    is_refused: Flags
    has_ended: Flags
    """Whether the member was replaced later, because it had died or been frozen."""

    @property
    def is_again(self) -> Flags:
        """Whether the delivery follows another one of the same message."""
        return np.concatenate([[False], self.ids[1:] == self.ids[:-1]])[: self.ids.size]


NEVER = np.iinfo(np.int64).max


def deliveries_of(table: pa.Table) -> ShareDeliveries:
    """The deliveries of known messages in ``share_deliveries.parquet``."""
    ids, received_ns = numbers(table["id"]), numbers(table["received_ns"])
    order = np.lexsort((received_ns, ids))
    order = order[ids[order] != NEVER_SENT]
    member, attempt = numbers(table["member"]), numbers(table["attempt"].fill_null(1))
    last = np.zeros(int(member.max(initial=0)) + 1, attempt.dtype)
    np.maximum.at(last, member, attempt)
    is_answered = table["answered_ns"].is_valid().to_numpy()
    is_accepted = numbers(table["is_accepted"].fill_null(False).cast(pa.int8())).astype(bool)
    return ShareDeliveries(
        ids=ids[order],
        counts=numbers(table["delivery"])[order],
        received_ns=received_ns[order],
        answered_ns=np.where(is_answered, numbers(table["answered_ns"].fill_null(0)), NEVER)[order],
        is_released=is_word(table["decision"], "release")[order],
        is_refused=(is_answered & ~is_accepted)[order],
        has_ended=(attempt < last[member])[order],
    )


def explanations(deliveries: ShareDeliveries, lock_ns: int, struck_ns: int) -> dict[str, int]:
    """The number of further deliveries by what explains them.

    Each has one explanation, the first of these that holds: the acknowledgement was refused, the member had
    released the message, the member was replaced, the lock had ended, a broker had been struck.

    Args:
        deliveries: The deliveries.
        lock_ns: The time for which a member has a message.
        struck_ns: When a fault struck a broker; ``NEVER`` without such a fault.
    """
    again = np.flatnonzero(deliveries.is_again)
    before, now_ns = again - 1, deliveries.received_ns[again]
    held_ns = now_ns - deliveries.received_ns[before]
    is_open = deliveries.answered_ns[before] >= now_ns
    holds = {
        "again_after_refusal": deliveries.is_refused[before],
        "again_after_release": deliveries.is_released[before],
        "again_after_member": is_open & deliveries.has_ended[before],
        "again_after_lock": is_open & (held_ns >= LOCK_TOLERANCE * lock_ns),
        "again_after_broker": is_open & (now_ns >= struck_ns),
    }
    counts, left = {}, np.ones(again.size, bool)
    for name, is_explained in holds.items():
        counts[name] = int(np.count_nonzero(left & is_explained))
        left &= ~is_explained
    return {**counts, "unexplained": int(np.count_nonzero(left))}


def ends(deliveries: ShareDeliveries, promised: Numbers, limit: int) -> dict[str, int]:
    """The numbers of messages that were archived, and of those that nothing has settled.

    Args:
        deliveries: The deliveries.
        promised: The ids of the acknowledged messages.
        limit: The number of deliveries after which a message is archived.
    """
    settled = np.unique(deliveries.ids[~deliveries.is_released & ~deliveries.is_refused])
    exhausted = np.unique(deliveries.ids[deliveries.counts >= limit])
    delivered = np.intersect1d(np.unique(deliveries.ids), promised)
    unsettled = np.setdiff1d(delivered, settled)
    archived = np.intersect1d(unsettled, exhausted)
    return {"archived": archived.size, "unsettled": unsettled.size - archived.size}


def _metrics(cell: RawCell) -> Metrics:
    """The metrics of the scenario, by column."""
    table, settings = cell.files.get("share_deliveries.parquet"), cell.settings
    if table is None or not isinstance(settings, ShareGroupSettings):
        return {}
    deliveries = deliveries_of(table)
    answered = deliveries.answered_ns != NEVER
    locked_ms = (deliveries.answered_ns - deliveries.received_ns)[answered] / 1e6
    return {
        **ends(deliveries, np.unique(cell.sent_ids[cell.promised]), settings.limit),
        **explanations(deliveries, settings.lock_ms * 1_000_000, _struck_ns(cell)),
        **{
            f"locked_p{percentile}": float(np.percentile(locked_ms, percentile)) if locked_ms.size else None
            for percentile in (50, 95)
        },
    }


def _struck_ns(cell: RawCell) -> int:
    began = [
        row["began_ns"] for row in cell.faults.to_pylist() if FAULTS[row["fault"]].target is Target.BROKER
    ]
    return min(began, default=NEVER)


MEASURES = ScenarioMeasures(_metrics)
