"""Documented cases in which a semantics loses or duplicates messages, and control cases.

A control provokes a violation on purpose, to check that the measurement detects the violation. If the
violation did not occur in any repetition, it is unknown whether the measurement would detect it.

Source: https://kafka.apache.org/documentation/#semantics; cases from this source have letters in their names:
(a), (b), …
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from include.kinds.client_releases import speaks_version_2
from include.kinds.fault import Step
from include.kinds.semantics.registry import MESSAGE_VIOLATIONS
from include.load.client_choice import DEFAULT_CLIENT
from include.load.job import Isolation
from include.load.protocol_requests import Request
from include.settings.cell import ScenarioSettings
from include.settings.fault_parameters import strikes_of
from include.settings.faults import KafkaCellSettings
from include.verdicts.guarantee import CHANCES, is_evidence


class CaseOutcome(StrEnum):
    """The outcome of a case in a run."""

    AS_DOCUMENTED = "as documented"
    NOT_PROVOKED = "not provoked"
    UNPROVEN = "unproven"
    NOT_AS_DOCUMENTED = "otherwise than documented"


@dataclass(frozen=True)
class Case:
    """A documented case or a control."""

    name: str
    says: str
    """The statement of the documentation, as the end of a sentence that begins with the name of the case."""
    covers: Callable[[KafkaCellSettings], bool]
    """Whether cells with given settings are evidence for the case."""
    provokes: tuple[str, ...] = ()
    """Violations, by the names of their metrics. At least one of these violations must occur."""
    excludes: tuple[str, ...] = ()
    """The violations that must not occur, by the names of their metrics."""
    otherwise: str = ""
    """The known reason for an outcome that is not as documented; empty if no reason is known."""

    def outcome(self, totals: Mapping[str, float | None]) -> CaseOutcome:
        """The outcome, from the counts over all repetitions of a treatment.

        A case is unproven if so few messages were acknowledged that the absence of a violation proves
        nothing.

        Args:
            totals: The counts of sent messages, of acknowledged messages, and of each violation; None for a
                violation that was not searched for.
        """
        if any(totals[name] for name in self.excludes):
            return CaseOutcome.NOT_AS_DOCUMENTED
        is_provoked = any(totals[name] for name in self.provokes)
        if (self.excludes or not is_provoked) and not is_evidence(totals):
            return CaseOutcome.UNPROVEN
        return CaseOutcome.AS_DOCUMENTED if is_provoked or not self.provokes else CaseOutcome.NOT_PROVOKED


def _struck(settings: KafkaCellSettings, *faults: str) -> bool:
    return any(fault.name in faults for fault in settings.traits.disturbance.faults)


def _strikes(settings: KafkaCellSettings, request: Request) -> bool:
    is_struck = _struck(settings, "strike-request")
    return is_struck and any(strike.request is request for strike in strikes_of(settings))


def _delays_end_of_transaction(settings: KafkaCellSettings) -> bool:
    """Whether a request to end a transaction may reach the broker late."""
    sent = settings.messages_of_share(settings.fault_after) // settings.traits.flow.producers
    size = settings.transaction_messages
    is_cut_off = _struck(settings, "cut-off-producer") and size is not None and sent % size == 0
    return _strikes(settings, Request.END_TXN) or is_cut_off


def _is_delivery(settings: KafkaCellSettings, *semantics: str) -> bool:
    """Whether the producer is under test and has one of these semantics."""
    return settings.semantics in semantics and settings.traits.flow.is_producer_under_test


_AUTOMATIC = (Step.COMMIT, Step.PROCESS, Step.COMMIT)
"""The steps of a consumer whose client library commits at regular intervals."""

_LEADER_FAULTS = ("kill-leader", "freeze-leader")
"""The faults in which a leader has written messages and does not acknowledge them."""

_SEND_FAULTS = ("stop-leader", "cut-off-leader", "lose-packets")
"""The faults in which the producer cannot send messages to a leader."""

_RETRYING_SEMANTICS = ("at-least-once", "idempotent")
"""The semantics that have no transactions, and whose producer resends a message that was not acknowledged."""

ALL_VIOLATIONS = tuple(name for name in CHANCES if name in MESSAGE_VIOLATIONS)
"""The names of the metrics of all violations that a semantics may exclude."""

CASES: tuple[Case, ...] = (
    Case(
        "At most once (a)",
        "loses messages when sending fails",
        lambda s: _is_delivery(s, "at-most-once") and _struck(s, *_SEND_FAULTS),
        provokes=("lost",),
        excludes=("duplicated",),
    ),
    Case(
        "At most once (b)",
        "loses messages when a broker fails",
        lambda s: _is_delivery(s, "at-most-once") and _struck(s, "kill-leader"),
        provokes=("lost",),
        excludes=("duplicated",),
    ),
    Case(
        "At most once (c)",
        "loses messages when the consumer fails after the commit and before processing",
        lambda s: _struck(s, "kill-before-processing"),
        provokes=("lost",),
        excludes=("duplicated",),
    ),
    Case(
        "At least once (a), broker",
        "duplicates messages when a broker fails after the write and before the acknowledgement",
        lambda settings: (
            _is_delivery(settings, *_RETRYING_SEMANTICS)
            and _struck(settings, *_LEADER_FAULTS)
            and not settings.traits.delivery.config.idempotence
        ),
        provokes=("duplicated",),
        excludes=("lost", "gone"),
    ),
    Case(
        "At least once (a), producer",
        "duplicates messages when the producer fails after the write and before the acknowledgement",
        lambda s: _is_delivery(s, *_RETRYING_SEMANTICS) and _struck(s, "kill-producer"),
        provokes=("duplicated",),
        excludes=("lost", "gone"),
    ),
    Case(
        "At least once (b)",
        "duplicates messages when the consumer fails after processing and before the commit",
        lambda s: _commits_after_processing(s) and _struck(s, "kill-before-commit"),
        provokes=("duplicated",),
        excludes=("lost", "gone"),
    ),
    Case(
        "Exactly once",
        "neither loses nor duplicates messages",
        lambda settings: (
            settings.semantics == "exactly-once"
            and settings.traits.delivery.config.isolation_level == Isolation.READ_COMMITTED
            and settings.traits.flow.consumers_only_receive
            and bool(settings.traits.disturbance.faults)
        ),
        excludes=ALL_VIOLATIONS,
    ),
    Case(
        "A late request of a client with version 1 of transactions",
        "ends the next transaction: its messages are lost, or seen although they were aborted (KAFKA-17754)",
        lambda settings: (
            settings.traits.delivery.is_transactional
            and _delays_end_of_transaction(settings)
            and not speaks_version_2(settings.traits.delivery.client or DEFAULT_CLIENT)
        ),
        provokes=("lost", "gone", "aborted_seen", "torn"),
    ),
    Case(
        "A late request between brokers, about a client with version 1 of transactions",
        "ends the next transaction in one partition: its messages are lost, or seen although they were "
        "aborted (KAFKA-19446)",
        lambda settings: (
            settings.traits.delivery.is_transactional
            and _strikes(settings, Request.WRITE_TXN_MARKERS)
            and not speaks_version_2(settings.traits.delivery.client or DEFAULT_CLIENT)
        ),
        provokes=("lost", "gone", "aborted_seen", "torn"),
    ),
    Case(
        "A late message of an aborted transaction, before Kafka 3.6",
        "joins the next transaction, so that it is seen although it was aborted, or twice; or it begins a "
        "transaction that never ends (KAFKA-14402)",
        lambda s: s.traits.delivery.is_transactional and _strikes(s, Request.PRODUCE),
        provokes=("duplicated", "aborted_seen", "hanging"),
    ),
    Case(
        "At most once, automatic commit",
        "does not duplicate messages, if offsets are committed before processing (Kerran judges automatic "
        "commit in this way; Kafka's documentation promises at least once, which allows duplicates)",
        lambda s: s.traits.flow.steps == _AUTOMATIC and _struck(s, "kill-before-commit"),
        excludes=("duplicated",),
        otherwise=(
            "the client periodically commits the offsets of the messages that it has delivered; messages "
            "that were processed since the last commit are processed again"
        ),
    ),
    Case(
        "Control: a retry without idempotence",
        "duplicates messages, or changes their order",
        lambda settings: (
            _is_delivery(settings, *_RETRYING_SEMANTICS)
            and not settings.traits.delivery.config.idempotence
            and _struck(settings, *_LEADER_FAULTS)
        ),
        provokes=("duplicated", "out_of_order"),
    ),
    Case(
        "Control: unclean leader election",
        "loses the messages that the leader alone had acknowledged",
        lambda s: s.unclean_leader_election and _struck(s, "lose-replicas"),
        provokes=("lost", "gone"),
    ),
    Case(
        "Control: reading uncommitted",
        "sees messages of aborted transactions",
        lambda settings: (
            settings.traits.delivery.is_transactional
            and settings.traits.delivery.config.isolation_level == Isolation.READ_UNCOMMITTED
            and _struck(settings, "kill-producer", "freeze-producer", "kill-before-commit")
        ),
        provokes=("aborted_seen",),
    ),
    Case(
        "Waiting for the leader",
        "loses no message when no in-sync replica is alive, because the brokers wait for the former leader",
        lambda settings: (
            not settings.unclean_leader_election
            and settings.semantics != "at-most-once"
            and _struck(settings, "lose-replicas")
        ),
        excludes=("lost", "gone"),
    ),
    Case(
        "f + 1 replicas",
        "tolerates the failure of f brokers without losing committed messages (here one broker is killed)",
        lambda settings: (
            _is_delivery(settings, *_RETRYING_SEMANTICS)
            and _struck(settings, "kill-leader")
            and settings.traits.delivery.config.acks == "all"
        ),
        excludes=("lost", "gone"),
    ),
)


def cases_of(settings: ScenarioSettings) -> Iterator[Case]:
    """Yield the cases for which cells with these settings are evidence."""
    if isinstance(settings, KafkaCellSettings):
        yield from (case for case in CASES if case.covers(settings))


def _commits_after_processing(settings: KafkaCellSettings) -> bool:
    """Whether a consumer, or a copier without transactions, processes first and then commits."""
    flow, is_transactional = settings.traits.flow, settings.traits.delivery.is_transactional
    commits_last = flow.steps == (Step.PROCESS, Step.COMMIT)
    return commits_last and (flow.is_producer_under_test or not is_transactional)
