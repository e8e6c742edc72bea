"""Measure the deliveries of a share group: what was settled, and what explains each further delivery."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import pyarrow as pa

from include.kinds.fault import FAULTS, Target
from include.load.protocol_requests import Request
from include.load.strike_acts import Act
from include.rawlog.schemas import NEVER_SENT, STRIKES, STRIKES_FILE, scenario_tables
from include.scenarios.share_group.settings import ShareGroupSettings
from include.scenarios.share_group.settled_offsets import settled_offsets
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
    locked_ns: Numbers
    """When the lock began: at the last renewal before the message was delivered again, or at the receipt."""
    is_late_renewal: Flags
    """For each renewal that the broker has confirmed, whether it had delivered the message again before it
    was begun; shape (renewals,)."""
    answered_ns: Numbers
    """When the answer to the acknowledgement arrived; ``NEVER`` without an answer."""
    is_attempted: Flags
    """Whether the member began to acknowledge the delivery."""
    is_released: Flags
    """Whether the member began to release the message."""
    is_rejected: Flags
    """Whether the member began to reject the message."""
    is_refused: Flags
    has_ended: Flags
    """Whether the member was replaced later, because it had died."""
    struck_ns: Numbers
    """When a fault struck the member; ``NEVER`` without such a fault."""

    @property
    def is_again(self) -> Flags:
        """Whether the delivery follows another one of the same message."""
        return np.concatenate([[False], self.ids[1:] == self.ids[:-1]])[: self.ids.size]

    @property
    def has_new_count(self) -> Flags:
        """Whether no earlier delivery of the message had the same count."""
        is_new = np.zeros(self.ids.size, bool)
        _, firsts = np.unique(np.stack([self.ids, self.counts]), axis=1, return_index=True)
        is_new[firsts] = True
        return is_new

    @property
    def is_answered(self) -> Flags:
        return np.not_equal(self.answered_ns, NEVER)

    @property
    def may_settle(self) -> Flags:
        """Whether the broker has accepted or rejected the message, or may have: nobody knows."""
        is_decided = self.is_attempted & ~self.is_released & ~self.is_refused
        return is_decided & (self.is_answered | ~self.came_again)

    @property
    def came_again(self) -> Flags:
        """Whether the broker counted another delivery of the message next: it had no decision on this one."""
        is_counted = self.is_again & (np.diff(self.counts, prepend=0) > 0)
        return np.roll(is_counted, -1)


NEVER = np.iinfo(np.int64).max


NO_STRIKES = STRIKES.empty_table()

RENEWALS_FILE = "share_renewals.parquet"

NO_RENEWALS = scenario_tables("share_group")[RENEWALS_FILE].schema.empty_table()


def deliveries_of(
    table: pa.Table,
    struck: Mapping[str, int] = MappingProxyType({}),
    strikes: pa.Table = NO_STRIKES,
    renewals: pa.Table = NO_RENEWALS,
) -> ShareDeliveries:
    """The deliveries of known messages in ``share_deliveries.parquet``.

    ``struck`` has the times at which faults struck programs, by their names. ``strikes`` has the struck
    requests, ``renewals`` the renewed locks (``share_renewals.parquet``).
    """
    table = _with_answers_at_proxy(table, strikes)
    ids, received_ns = numbers(table["id"]), numbers(table["received_ns"])
    order = np.lexsort((received_ns, ids))
    order = order[ids[order] != NEVER_SENT]
    member, attempt = numbers(table["member"]), numbers(table["attempt"].fill_null(1))
    last = np.zeros(int(member.max(initial=0)) + 1, attempt.dtype)
    np.maximum.at(last, member, attempt)
    struck_ns = np.array([struck.get(f"consumer-{number}", NEVER) for number in range(last.size)])
    is_answered = table["answered_ns"].is_valid().to_numpy()
    is_accepted, is_attempted = _flags(table["is_accepted"]), _flags(table["is_attempted"])
    locked_ns, is_late_renewal = _locks(ids[order], received_ns[order], renewals)
    return ShareDeliveries(
        ids=ids[order],
        counts=numbers(table["delivery"])[order],
        received_ns=received_ns[order],
        locked_ns=locked_ns,
        is_late_renewal=is_late_renewal,
        answered_ns=np.where(is_answered, numbers(table["answered_ns"].fill_null(0)), NEVER)[order],
        is_attempted=is_attempted[order],
        is_released=(is_attempted & is_word(table["decision"], "release"))[order],
        is_rejected=(is_attempted & is_word(table["decision"], "reject"))[order],
        is_refused=(is_answered & ~is_accepted)[order],
        has_ended=(attempt < last[member])[order],
        struck_ns=struck_ns[member][order],
    )


def _locks(ids: Numbers, received_ns: Numbers, renewals: pa.Table) -> tuple[Numbers, Flags]:
    """When the locks of deliveries, sorted by id and receipt, began for the last time; the late renewals.

    The broker may confirm a renewal although it has given the message away. Such a renewal does not count.
    """
    renewals = renewals.filter(pa.array(numbers(renewals["id"]) != NEVER_SENT))
    if not renewals.num_rows:
        return received_ns, np.zeros(0, bool)
    index = {key: at for at, key in enumerate(zip(ids.tolist(), received_ns.tolist(), strict=True))}
    keys = zip(renewals["id"].to_pylist(), renewals["received_ns"].to_pylist(), strict=True)
    at, begun_ns = np.array([index[key] for key in keys]), numbers(renewals["begun_ns"])
    later = np.minimum(at + 1, ids.size - 1)
    is_late: Flags = (later > at) & (ids[later] == ids[at]) & (received_ns[later] < begun_ns)
    locked_ns = received_ns.copy()
    np.maximum.at(locked_ns, at[~is_late], begun_ns[~is_late])
    return locked_ns, is_late


def _with_answers_at_proxy(table: pa.Table, strikes: pa.Table) -> pa.Table:
    """The deliveries, with what the proxy knows of struck acknowledgements whose answer the member lacks.

    If the broker never got such an acknowledgement, or refused it, the member might as well not have begun
    it. If the broker confirmed it, the answer has been given, although the member never learnt it.
    """
    received_ns, partition = numbers(table["received_ns"]), numbers(table["partition"])
    is_unanswered = table["answered_ns"].is_null().to_numpy()
    is_attempted, is_accepted = _flags(table["is_attempted"]), _flags(table["is_accepted"])
    answered_ns = numbers(table["answered_ns"].fill_null(0))
    for strike in strikes.to_pylist():
        if strike["request"] != Request.SHARE_ACKNOWLEDGE or not strike["partitions"]:
            continue
        partitions = [int(number) for number in strike["partitions"].split(", ")]
        is_struck = is_unanswered & np.isin(partition, partitions) & (received_ns <= strike["struck_ns"])
        is_refused_for_all = bool(strike["error_code"]) and len(partitions) == 1
        if strike["act"] == Act.DROP or is_refused_for_all:
            is_attempted = is_attempted & ~is_struck
        elif strike["error_code"] == 0:
            answered_ns = np.where(is_struck, strike["answered_ns"], answered_ns)
            is_accepted = is_accepted | is_struck
    is_open = is_unanswered & (answered_ns == 0)
    columns = {
        "is_attempted": pa.array(is_attempted),
        "answered_ns": pa.array(answered_ns, pa.int64(), mask=is_open),
        "is_accepted": pa.array(is_accepted, pa.bool_(), mask=is_open),
    }
    for name, values in columns.items():
        table = table.set_column(table.schema.get_field_index(name), name, values)
    return table


def _flags(column: pa.ChunkedArray) -> Flags:
    """A column of flags as an array; null is false."""
    flags: Flags = column.fill_null(False).to_numpy()
    return flags


def explanations(
    deliveries: ShareDeliveries,
    lock_ns: int,
    struck_ns: int,
    strike_ns: int = NEVER,
    set_back_ns: int = NEVER,
) -> dict[str, int]:
    """The number of further deliveries by what explains them.

    Each has one explanation, the first of these that holds: the acknowledgement was refused, the member had
    released the message, the group had been set back (and the broker began to count anew), the member was
    replaced, the lock had ended, the member had been struck and not replaced, a broker had been struck, a
    request had been struck. A delivery with a lower count than the one before, which no other delivery had,
    began before it: it was on its way until its lock had ended.

    Args:
        deliveries: The deliveries.
        lock_ns: The time for which a member has a message since its receipt, or since the last renewal.
        struck_ns: When a fault struck a broker; ``NEVER`` without such a fault.
        strike_ns: When a request of a member was struck; ``NEVER`` without strikes.
        set_back_ns: When the group had been set back; ``NEVER`` without this fault.
    """
    again = np.flatnonzero(deliveries.is_again)
    before, now_ns = again - 1, deliveries.received_ns[again]
    held_ns = now_ns - deliveries.locked_ns[before]
    is_open = deliveries.answered_ns[before] >= now_ns
    is_earlier = (deliveries.counts[again] < deliveries.counts[before]) & deliveries.has_new_count[again]
    holds = [
        ("again_after_refusal", deliveries.is_refused[before]),
        ("again_after_release", deliveries.is_released[before]),
        ("again_after_reset", _is_counted_anew(deliveries, again, set_back_ns)),
        ("again_after_member", is_open & deliveries.has_ended[before]),
        ("again_after_lock", is_open & (held_ns >= LOCK_TOLERANCE * lock_ns)),
        ("again_after_member", is_open & (now_ns >= deliveries.struck_ns[before])),
        ("again_after_broker", (is_open | is_earlier) & (now_ns >= struck_ns)),
        ("again_after_strike", (is_open | is_earlier) & (now_ns >= strike_ns)),
        ("again_after_lock", is_earlier),
    ]
    counts, left = dict.fromkeys((name for name, _ in holds), 0), np.ones(again.size, bool)
    for name, is_explained in holds:
        counts[name] += int(np.count_nonzero(left & is_explained))
        left &= ~is_explained
    return {**counts, "unexplained": int(np.count_nonzero(left))}


def _is_counted_anew(deliveries: ShareDeliveries, again: Numbers, set_back_ns: int) -> Flags:
    """Whether further deliveries count as the first ones because the group had been set back.

    A member that was paused may get a message late that the broker had given it before.
    """
    now_ns, firsts = deliveries.received_ns[again], np.cumsum(deliveries.counts == 1)
    begin = np.searchsorted(deliveries.ids, deliveries.ids[again])
    earlier_firsts = firsts[again - 1] - firsts[begin] + (deliveries.counts[begin] == 1)
    is_late = (deliveries.struck_ns[again] <= now_ns) & (earlier_firsts == 1)
    is_before = deliveries.received_ns[again - 1] < set_back_ns
    counted: Flags = (deliveries.counts[again] == 1) & (now_ns >= set_back_ns) & (is_before | is_late)
    return counted


def ids_stored(deliveries: pa.Table, state: pa.Table) -> Numbers:
    """The ids of delivered messages that are stored as settled.

    Args:
        deliveries: ``share_deliveries.parquet``.
        state: ``share_state.parquet``.
    """
    ids, offsets = numbers(deliveries["id"]), numbers(deliveries["offset"])
    partition = numbers(deliveries["partition"])
    ends = {int(of): int(offsets[partition == of].max()) + 1 for of in np.unique(partition)}
    stored = settled_offsets(state, ends)
    settled = [ids[partition == of][stored[of][offsets[partition == of]]] for of in ends]
    return np.unique(np.concatenate([np.empty(0, ids.dtype), *settled]))


def ends(
    deliveries: ShareDeliveries, promised: Numbers, limit: int, stored: Numbers | None = None
) -> dict[str, int]:
    """The numbers of messages that were archived, and of those that nothing has settled.

    What the brokers have stored decides which messages are settled. Where it is not known, the members do. If
    a member has no answer to an acknowledgement, nobody knows whether the broker has its decision: the
    message counts as settled, unless the broker counted another delivery, or it was at the limit, where the
    broker archives what is not acknowledged. If the member died before it acknowledged, the message must be
    delivered again.

    Args:
        deliveries: The deliveries.
        promised: The ids of the acknowledged messages.
        limit: The number of deliveries after which a message is archived.
        stored: The ids of the messages that the brokers have stored as settled; None: it is not known.
    """
    confirmed = np.unique(deliveries.ids[deliveries.may_settle & deliveries.is_answered])
    exhausted = np.unique(deliveries.ids[deliveries.counts >= limit])
    delivered = np.intersect1d(np.unique(deliveries.ids), promised)
    archived = np.intersect1d(np.setdiff1d(delivered, confirmed), exhausted)
    if stored is None:
        stored = np.union1d(np.unique(deliveries.ids[deliveries.may_settle]), archived)
    return {"archived": archived.size, "unsettled": np.setdiff1d(delivered, stored).size}


def given_up(deliveries: ShareDeliveries, promised: Numbers, limit: int) -> Numbers:
    """The ids of the messages that the broker gave up: it confirmed their rejection, or archived them.

    A message that was delivered as often as the limit allows is left out if its acceptance may have reached
    the broker.
    """
    is_confirmed = deliveries.is_answered & ~deliveries.is_refused
    rejected = deliveries.ids[deliveries.is_rejected & is_confirmed]
    exhausted = deliveries.ids[deliveries.counts >= limit]
    archived = np.setdiff1d(exhausted, deliveries.ids[deliveries.may_settle])
    return np.intersect1d(np.union1d(rejected, archived), promised)


def set_back_at(deliveries: pa.Table, settings: ShareGroupSettings) -> int:
    """When the group had been set back for certain; ``NEVER`` without this fault.

    This is done while all members are paused. Then the first message comes to one of the members that have
    taken their places, which have the next numbers.
    """
    if not settings.is_set_back:
        return NEVER
    is_later = numbers(deliveries["member"]) >= settings.consumers
    return int(min(numbers(deliveries["received_ns"])[is_later], default=NEVER))


def not_again(deliveries: ShareDeliveries, promised: Numbers, set_back_ns: int) -> int:
    """The number of messages that were delivered before the group had been set back, and not afterwards."""
    is_later = deliveries.received_ns >= set_back_ns
    earlier = np.intersect1d(deliveries.ids[~is_later], promised)
    return np.setdiff1d(earlier, deliveries.ids[is_later]).size


def _dead_letters(cell: RawCell, given_up: Numbers) -> Metrics:
    """What is in the dead-letter topic, and what is missing there; empty without such a topic."""
    table = cell.files.get("dead_letters.parquet")
    if table is None:
        return {"dead_letters": None, "dead_letters_missing": None}
    letters = np.setdiff1d(numbers(table["id"]), [NEVER_SENT])
    return {
        "dead_letters": letters.size,
        "dead_letters_missing": np.setdiff1d(given_up, letters).size,
    }


def _metrics(cell: RawCell) -> Metrics:
    """The metrics of the scenario, by column."""
    table, settings = cell.files.get("share_deliveries.parquet"), cell.settings
    if table is None or not isinstance(settings, ShareGroupSettings):
        return {}
    strikes, state = cell.files.get(STRIKES_FILE, NO_STRIKES), cell.files.get("share_state.parquet")
    renewals = cell.files.get(RENEWALS_FILE, NO_RENEWALS)
    deliveries = deliveries_of(table, _struck(cell, Target.CONSUMER), strikes, renewals)
    late_renewals = deliveries.is_late_renewal if RENEWALS_FILE in cell.files else None
    locked_ms = (deliveries.answered_ns - deliveries.received_ns)[deliveries.is_answered] / 1e6
    broker_struck_ns = min(_struck(cell, Target.BROKER).values(), default=NEVER)
    limit = settings.limit_on(cell.manifest.cluster.settings)
    promised = np.unique(cell.sent_ids[cell.promised])
    set_back_ns = set_back_at(table, settings)
    settled = None if state is None else ids_stored(table, state)
    return {
        **ends(deliveries, promised, limit, settled),
        **_dead_letters(cell, given_up(deliveries, promised, limit)),
        **explanations(
            deliveries,
            settings.lock_ms * 1_000_000,
            broker_struck_ns,
            min(numbers(strikes["struck_ns"]), default=NEVER),
            set_back_ns,
        ),
        "not_again": not_again(deliveries, promised, set_back_ns) if settings.is_set_back else None,
        "renewals": None if late_renewals is None else late_renewals.size,
        "renewals_late": None if late_renewals is None else int(np.count_nonzero(late_renewals)),
        **{
            f"locked_p{percentile}": float(np.percentile(locked_ms, percentile)) if locked_ms.size else None
            for percentile in (50, 95)
        },
    }


def _struck(cell: RawCell, target: Target) -> dict[str, int]:
    """When faults first struck targets of this kind, by the names of the targets."""
    rows = sorted(cell.faults.to_pylist(), key=lambda row: int(row["began_ns"]), reverse=True)
    struck = [row for row in rows if FAULTS[row["fault"]].target is target]
    return {name: row["began_ns"] for row in struck for name in row["target"].split(", ")}


MEASURES = ScenarioMeasures(_metrics)
