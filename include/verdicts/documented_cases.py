"""The cases in which the documentation says that a semantics loses or duplicates; and controls.

Each names what it would be provoked by, and what is to be seen then. A case that was provoked in no
repetition proves nothing about the rule that would have noticed: a checker is checked by its controls.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from include.faults.specification import FaultName
from include.load_runtime.processing import Isolation, Processing
from include.scenarios.copy.settings import CopySettings
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.semantics import Semantics
from include.verdicts.guarantee import RULES


class Finding(StrEnum):
    """What became of a case."""

    AS_SAID = "as documented"
    NOT_PROVOKED = "not provoked"
    OTHERWISE = "otherwise than documented"


@dataclass(frozen=True)
class Case:
    """A case: one of the violations that it ``provokes`` is to be seen, none of those that it ``excludes``.

    All of them are metrics. Of a case that only excludes nothing is to be seen.
    """

    name: str
    says: str
    covers: Callable[[DeliverySettings], bool]
    provokes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    otherwise: str = ""
    """Why it may come out otherwise than documented, where that is known."""

    def finding(self, totals: Mapping[str, float]) -> Finding:
        """What became of it, from the counts over all repetitions of a treatment."""
        if any(totals[name] for name in self.excludes):
            return Finding.OTHERWISE
        if self.provokes and not any(totals[name] for name in self.provokes):
            return Finding.NOT_PROVOKED
        return Finding.AS_SAID


def _struck(settings: DeliverySettings, *faults: FaultName) -> bool:
    return any(fault in faults for fault in settings.faults)


def _is_delivery(settings: DeliverySettings, *semantics: Semantics) -> bool:
    return settings.semantics in semantics and not isinstance(settings, CopySettings)


_LEADER_GONE = (FaultName.KILL_LEADER, FaultName.FREEZE_LEADER)

_PATH_BROKEN = (FaultName.STOP_LEADER, FaultName.CUT_OFF_LEADER, FaultName.LOSE_PACKETS)

_REPEATING = (Semantics.AT_LEAST_ONCE, Semantics.IDEMPOTENT)

EVERY = tuple(rule.violation for rule in RULES)

CASES: tuple[Case, ...] = (
    Case(
        "At most once (a)",
        "loses when a send fails",
        lambda s: _is_delivery(s, Semantics.AT_MOST_ONCE) and _struck(s, *_PATH_BROKEN),
        provokes=("lost",),
        excludes=("duplicated",),
    ),
    Case(
        "At most once (b)",
        "loses when a broker fails",
        lambda s: _is_delivery(s, Semantics.AT_MOST_ONCE) and _struck(s, FaultName.KILL_LEADER),
        provokes=("lost",),
        excludes=("duplicated",),
    ),
    Case(
        "At most once (c)",
        "loses when the consumer fails after the commit and before processing",
        lambda s: _struck(s, FaultName.KILL_BEFORE_PROCESSING),
        provokes=("lost",),
        excludes=("duplicated",),
    ),
    Case(
        "At least once (a), broker",
        "duplicates when a broker fails after the write and before the acknowledgement",
        lambda s: _is_delivery(s, *_REPEATING) and _struck(s, *_LEADER_GONE) and not s.promise.idempotence,
        provokes=("duplicated",),
        excludes=("lost", "gone"),
    ),
    Case(
        "At least once (a), producer",
        "duplicates when the producer fails after the write and before the acknowledgement",
        lambda s: _is_delivery(s, *_REPEATING) and _struck(s, FaultName.KILL_PRODUCER),
        provokes=("duplicated",),
        excludes=("lost", "gone"),
    ),
    Case(
        "At least once (b)",
        "duplicates when the consumer fails after processing and before the commit",
        lambda s: _is_repeating_receiver(s) and _struck(s, FaultName.KILL_BEFORE_COMMIT),
        provokes=("duplicated",),
        excludes=("lost", "gone"),
    ),
    Case(
        "Exactly once",
        "neither loses nor duplicates, whatever fails",
        lambda s: (
            s.semantics is Semantics.EXACTLY_ONCE
            and s.promise.isolation_level == Isolation.READ_COMMITTED
            and s.processing is Processing.RECEIVE_ONLY
            and bool(s.faults)
        ),
        excludes=EVERY,
    ),
    Case(
        "At most once, automatic commit",
        "doesn't duplicate: offsets are committed before processing",
        lambda s: s.processing is Processing.AUTO_COMMIT and _struck(s, FaultName.KILL_BEFORE_COMMIT),
        excludes=("duplicated",),
        otherwise=(
            "the client commits by an interval what it has handed over; what was processed since the last "
            "time is processed again"
        ),
    ),
    Case(
        "Control: a retry without idempotence",
        "duplicates, or changes the order",
        lambda s: _is_delivery(s, *_REPEATING) and not s.promise.idempotence and _struck(s, *_LEADER_GONE),
        provokes=("duplicated", "out_of_order"),
    ),
    Case(
        "Control: unclean leader election",
        "loses what the leader alone had acknowledged",
        lambda s: s.unclean_leader_election and _struck(s, FaultName.LOSE_REPLICAS),
        provokes=("lost", "gone"),
    ),
    Case(
        "Control: reading uncommitted",
        "sees messages of aborted transactions",
        lambda s: (
            s.promise.transactional
            and s.promise.isolation_level == Isolation.READ_UNCOMMITTED
            and _struck(s, FaultName.KILL_PRODUCER, FaultName.FREEZE_PRODUCER, FaultName.KILL_BEFORE_COMMIT)
        ),
        provokes=("aborted_seen",),
    ),
    Case(
        "Waiting for the leader",
        "loses nothing when no replica is in sync, and waits",
        lambda s: (
            not s.unclean_leader_election
            and s.semantics is not Semantics.AT_MOST_ONCE
            and _struck(s, FaultName.LOSE_REPLICAS)
        ),
        excludes=("lost", "gone"),
    ),
    Case(
        "f + 1 replicas",
        "survive f failures",
        lambda s: (
            _is_delivery(s, *_REPEATING) and _struck(s, FaultName.KILL_LEADER) and s.promise.acks == "all"
        ),
        excludes=("lost", "gone"),
    ),
)


def cases_of(settings: DeliverySettings) -> Iterator[Case]:
    """The cases that a treatment with these settings speaks to."""
    return (case for case in CASES if case.covers(settings))


def _is_repeating_receiver(settings: DeliverySettings) -> bool:
    """A consumer, or a copier, that processes first and commits by itself, without transactions."""
    if isinstance(settings, CopySettings):
        return settings.semantics in _REPEATING
    return settings.processing in (Processing.PROCESS_FIRST, Processing.PROCESS_FIRST_ASYNC)
