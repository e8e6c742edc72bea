"""The cases in which the documentation says that a semantics loses or duplicates; and controls.

Each names what it would be provoked by, and what is to be seen then. A case that was provoked in no
repetition proves nothing about the rule that would have noticed: a checker is checked by its controls.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from include.faults.struck_settings import Step
from include.load_runtime.processing import Isolation
from include.scenarios.kafka_cell_settings import KafkaCellSettings
from include.scenarios.scenario_settings import ScenarioSettings
from include.verdicts.guarantee import PROMISES


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
    covers: Callable[[KafkaCellSettings], bool]
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


def _struck(settings: KafkaCellSettings, *faults: str) -> bool:
    return any(fault.name in faults for fault in settings.faults)


def _is_delivery(settings: KafkaCellSettings, *semantics: str) -> bool:
    return settings.semantics in semantics and settings.is_producer_under_test


_AUTOMATIC = (Step.COMMIT, Step.PROCESS, Step.COMMIT)
"""The steps where the client library commits at an interval."""

_LEADER_GONE = ("kill-leader", "freeze-leader")

_PATH_BROKEN = ("stop-leader", "cut-off-leader", "lose-packets")

_REPEATING = ("at-least-once", "idempotent")

EVERY = tuple(promise.violation for promise in PROMISES)

CASES: tuple[Case, ...] = (
    Case(
        "At most once (a)",
        "loses when a send fails",
        lambda s: _is_delivery(s, "at-most-once") and _struck(s, *_PATH_BROKEN),
        provokes=("lost",),
        excludes=("duplicated",),
    ),
    Case(
        "At most once (b)",
        "loses when a broker fails",
        lambda s: _is_delivery(s, "at-most-once") and _struck(s, "kill-leader"),
        provokes=("lost",),
        excludes=("duplicated",),
    ),
    Case(
        "At most once (c)",
        "loses when the consumer fails after the commit and before processing",
        lambda s: _struck(s, "kill-before-processing"),
        provokes=("lost",),
        excludes=("duplicated",),
    ),
    Case(
        "At least once (a), broker",
        "duplicates when a broker fails after the write and before the acknowledgement",
        lambda s: (
            _is_delivery(s, *_REPEATING) and _struck(s, *_LEADER_GONE) and not s.delivery_config.idempotence
        ),
        provokes=("duplicated",),
        excludes=("lost", "gone"),
    ),
    Case(
        "At least once (a), producer",
        "duplicates when the producer fails after the write and before the acknowledgement",
        lambda s: _is_delivery(s, *_REPEATING) and _struck(s, "kill-producer"),
        provokes=("duplicated",),
        excludes=("lost", "gone"),
    ),
    Case(
        "At least once (b)",
        "duplicates when the consumer fails after processing and before the commit",
        lambda s: _is_repeating_receiver(s) and _struck(s, "kill-before-commit"),
        provokes=("duplicated",),
        excludes=("lost", "gone"),
    ),
    Case(
        "Exactly once",
        "neither loses nor duplicates, whatever fails",
        lambda s: (
            s.semantics == "exactly-once"
            and s.delivery_config.isolation_level == Isolation.READ_COMMITTED
            and s.consumers_only_receive
            and bool(s.faults)
        ),
        excludes=EVERY,
    ),
    Case(
        "At most once, automatic commit",
        "doesn't duplicate: offsets are committed before processing",
        lambda s: s.steps == _AUTOMATIC and _struck(s, "kill-before-commit"),
        excludes=("duplicated",),
        otherwise=(
            "the client commits by an interval what it has handed over; what was processed since the last "
            "time is processed again"
        ),
    ),
    Case(
        "Control: a retry without idempotence",
        "duplicates, or changes the order",
        lambda s: (
            _is_delivery(s, *_REPEATING) and not s.delivery_config.idempotence and _struck(s, *_LEADER_GONE)
        ),
        provokes=("duplicated", "out_of_order"),
    ),
    Case(
        "Control: unclean leader election",
        "loses what the leader alone had acknowledged",
        lambda s: s.unclean_leader_election and _struck(s, "lose-replicas"),
        provokes=("lost", "gone"),
    ),
    Case(
        "Control: reading uncommitted",
        "sees messages of aborted transactions",
        lambda s: (
            s.is_transactional
            and s.delivery_config.isolation_level == Isolation.READ_UNCOMMITTED
            and _struck(s, "kill-producer", "freeze-producer", "kill-before-commit")
        ),
        provokes=("aborted_seen",),
    ),
    Case(
        "Waiting for the leader",
        "loses nothing when no replica is in sync, and waits",
        lambda s: (
            not s.unclean_leader_election and s.semantics != "at-most-once" and _struck(s, "lose-replicas")
        ),
        excludes=("lost", "gone"),
    ),
    Case(
        "f + 1 replicas",
        "survive f failures",
        lambda s: (
            _is_delivery(s, *_REPEATING) and _struck(s, "kill-leader") and s.delivery_config.acks == "all"
        ),
        excludes=("lost", "gone"),
    ),
)


def cases_of(settings: ScenarioSettings) -> Iterator[Case]:
    """The cases that a treatment with these settings is evidence for."""
    if isinstance(settings, KafkaCellSettings):
        yield from (case for case in CASES if case.covers(settings))


def _is_repeating_receiver(settings: KafkaCellSettings) -> bool:
    """A consumer, or a copier without transactions, that processes first and then commits."""
    commits_last = settings.steps == (Step.PROCESS, Step.COMMIT)
    return commits_last and (settings.is_producer_under_test or not settings.is_transactional)
