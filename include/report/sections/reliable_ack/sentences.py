"""Sentences about the speed and the reliability of reliable ack, and about the published findings."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from include.matrix.plan import Treatment
from include.rawlog.manifest import Manifest
from include.rendering.number_format import NO_BREAK, count, significant
from include.rendering.words import number_word
from include.report.measured_run import MeasuredRun
from include.report.sections.reliable_ack.packet_loss_series import (
    CONFIRMED_RATE,
    NOT_WAITING,
    SENDING_RATE,
    LossSeries,
    dropped_packets,
    fall,
    is_void,
    losses_of,
    percentage,
    published_rate,
)
from include.report.treatments.pairs import TreatmentPair, compare_pairs, in_words, pair
from include.scenarios.reliable_ack.settings import AckLevel, Sending
from include.verdicts.paired_differences import PairedDifference

GOAL = 0.8
"""The share of fire and forget's rate that reliable ack should reach without loss, and of its own rate with
loss."""


VOID = (
    "In this run packets were dropped in the network namespace of their sender. TCP is told of such a drop "
    "and sends the packet again at once, which is no loss in a network: what this report says of packet loss "
    "is void."
)


def answer_sentences(run: MeasuredRun, series: list[LossSeries]) -> list[str]:
    """How many messages were confirmed, whether reliable ack reached its goals, and was reliable."""
    void = [VOID] if is_void(run, series) else []
    return [*void, *_confirmed(run, series), *_goals(run, series), *_reliability(run, series)]


def detail_sentences(run: MeasuredRun, series: list[LossSeries]) -> list[str]:
    """How the rates fell, what was left to the monitor, and the packets lost."""
    return [*_falls(run, series), *_left_to_monitor(run, series), *_packets(run, series)]


def _first_of(
    series: list[LossSeries], level: AckLevel, sending: Sending = Sending.PIPELINED
) -> LossSeries | None:
    return next((line for line in series if line.level is level and line.settings.sending is sending), None)


def _confirmed(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """How many messages the monitor confirmed, beside the brokers' acknowledgements at the highest loss."""
    reliable_ack = _first_of(series, AckLevel.RELIABLE_ACK)
    worst = max(reliable_ack.treatments) if reliable_ack else 0
    if reliable_ack is None or not worst:
        return
    pairs = [
        (line, pair(reliable_ack.treatments[worst], line.treatments[worst], CONFIRMED_RATE))
        for line in series
        if line.level not in NOT_WAITING and worst in line.treatments
    ]
    differences = compare_pairs(run, [treatment_pair for _, treatment_pair in pairs])
    ratios = [
        f"{in_words(differences[treatment_pair])} times those of {line.name}"
        for line, treatment_pair in pairs
        if differences[treatment_pair].estimate is not None
    ]
    rate = reliable_ack.rate(run, worst, CONFIRMED_RATE)
    if ratios and rate:
        yield (
            f"With {worst:g} % of packets lost, the monitor of reliable ack confirmed "
            f"{significant(rate.mean)} messages/s: {', '.join(ratios)}."
        )


def _goals(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """Whether reliable ack is about as fast as fire and forget, and remains so with loss."""
    goals = list(_asked_goals(series))
    differences = compare_pairs(run, [goal.pair for goal in goals])
    yield from (
        _goal_sentence(run, goal, differences[goal.pair]) for goal in goals if differences[goal.pair].pairs
    )


@dataclass(frozen=True)
class Goal:
    """A rate that should be at least ``GOAL`` times that of another treatment."""

    treatment: Treatment
    other: Treatment
    loss: float
    """The packet loss of the treatment, in percent."""
    whose: str

    @property
    def pair(self) -> TreatmentPair:
        """What is compared."""
        return pair(self.treatment, self.other, SENDING_RATE)


def _asked_goals(series: list[LossSeries]) -> Iterator[Goal]:
    reliable_ack = _first_of(series, AckLevel.RELIABLE_ACK)
    fire_and_forget = _first_of(series, AckLevel.FIRE_AND_FORGET)
    if reliable_ack is None:
        return
    without_loss = reliable_ack.treatments.get(0)
    if fire_and_forget and without_loss and 0 in fire_and_forget.treatments:
        yield Goal(without_loss, fire_and_forget.treatments[0], 0, "of fire and forget")
    if (loss := max(reliable_ack.treatments)) and without_loss:
        yield Goal(reliable_ack.treatments[loss], without_loss, loss, "that it had without loss")


def _goal_sentence(run: MeasuredRun, goal: Goal, difference: PairedDifference) -> str:
    where = f"With {goal.loss:g} % of packets lost" if goal.loss else "Without loss"
    pairs = number_word(difference.pairs)
    if difference.low_corrected is None or difference.high_corrected is None:
        return f"{where}, {pairs} pairs are too few for a conclusion on the goal of {GOAL:g}."
    outcome, reason = "may be reached", ""
    if difference.low_corrected >= GOAL:
        outcome = "is reached"
    elif difference.high_corrected < GOAL:
        outcome, reason = "is not reached", f" {_limiting_factors(run, goal.treatment, goal.other)}".rstrip()
    return (
        f"{where}, the producer with reliable ack sent at {in_words(difference)} times the rate "
        f"{goal.whose}: the goal of {GOAL:g} {outcome}.{reason}"
    )


def _reliability(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """Whether the messages that the monitor confirmed are in the log, and were received."""
    treatments = [
        treatment for line in series if line.settings.has_monitor for treatment in line.treatments.values()
    ]
    acked, sent = (
        sum(run.counted(treatment.id, metric) or 0 for treatment in treatments)
        for metric in ("acked", "sent")
    )
    lost, unfinished = (_counted_of_all(run, treatments, metric) for metric in ("lost", "unfinished"))
    if not sent:
        return
    received = f"consumers received all but {count(lost)}" if lost else "consumers received all"
    left = f"{count(unfinished)} copies were" if unfinished else "no copy was"
    yield (
        f"Of {count(sent)} messages sent with reliable ack, the monitor confirmed {count(acked)}: "
        f"{_found_in_log(run, treatments, acked)}{'' if lost is None else f', and {received}'}."
        f"{'' if unfinished is None else f' When the monitor ended, {left} left unconfirmed.'}"
    )


def _counted_of_all(run: MeasuredRun, treatments: list[Treatment], metric: str) -> int | None:
    """The sum of a count over treatments; None where nobody looked in the attempts of one of them."""
    counts = [run.counted(treatment.id, metric) for treatment in treatments]
    return None if None in counts else sum(number or 0 for number in counts)


def _found_in_log(run: MeasuredRun, treatments: list[Treatment], acked: int) -> str:
    """What an independent reader found, in the cells whose log it read."""
    examined = sum(run.examined(treatment.id, "gone") for treatment in treatments)
    if not examined:
        return "no independent reader read the log"
    gone = sum(run.counted(treatment.id, "gone") or 0 for treatment in treatments)
    text = f"{count(gone)} are not in the log" if gone else "all are in the log"
    if examined < acked:
        return f"of {count(examined)} that an independent reader looked up {text}"
    return f"{text}, as an independent reader found"


def _falls(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    losses = [loss for loss in losses_of(series) if loss]
    if len(losses) < 2:
        return
    first, last = losses[0], losses[-1]
    lines = [line for line in series if first in line.treatments and last in line.treatments]
    pairs = {line.name: pair(line.treatments[last], line.treatments[first], SENDING_RATE) for line in lines}
    differences = compare_pairs(run, pairs.values())
    changes = []
    for line in lines:
        difference = differences[pairs[line.name]]
        published = fall(partial(published_rate, line), first, last)
        if difference.estimate is not None and published is not None:
            changes.append(
                f"{line.name} {in_words(difference)} times ({significant(1 - published)} published)"
            )
    if changes:
        yield (
            f"From {first:g} % to {last:g} % of packets lost the producers' rates changed: "
            f"{'; '.join(changes)}."
        )


def _left_to_monitor(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """How many messages a producer with a monitor did not give to its client, which had no room for them."""
    line = next((line for line in series if line.leaves_to_monitor), None)
    if line is None:
        return
    shares = [
        f"{_left_percentage(run, treatment)}{NO_BREAK}% at {loss:g}{NO_BREAK}%"
        for loss, treatment in line.treatments.items()
    ]
    yield (
        f"A producer of {line.name} does not wait for room in its client: it leaves a message for which "
        "there is no room to the monitor, which has a copy. The shares of its messages that were left to the "
        f"monitor, by packet loss: {', '.join(shares)}. The rate at which such a producer sends says little; "
        "the rate at which its messages are confirmed counts."
    )


def _left_percentage(run: MeasuredRun, treatment: Treatment) -> str:
    return percentage(run.total(treatment.id, "left_to_monitor") or 0, run.total(treatment.id, "sent") or 0)


def _packets(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """How many packets were really lost, and what TCP did about it."""
    clauses = []
    for loss in losses_of(series):
        treatments = [line.treatments[loss] for line in series if loss in line.treatments]
        pairs = [dropped_packets(run, treatment) for treatment in treatments]
        dropped, seen = (sum(column) for column in zip(*pairs, strict=True))
        again = sum(run.total(treatment.id, "segments_retransmitted") or 0 for treatment in treatments)
        if loss and seen:
            text = f"{percentage(dropped, seen)} % of {count(seen)} where {loss:g} % were requested"
            clauses.append(text + (f" ({count(again)} segments sent again)" if again else ""))
    if clauses:
        yield f"Packets lost, as measured: {', '.join(clauses)}."


def _limiting_factors(run: MeasuredRun, slower: Treatment, faster: Treatment) -> str:
    """What may slow a treatment, and not the faster one, in a sentence; empty where nothing is known."""
    factors = [
        *_of_the_network(slower, faster),
        *_of_the_machine(_first_manifest(run, slower), _first_manifest(run, faster)),
    ]
    return f"Both also differ in what may limit the rate: {'; '.join(factors)}." if factors else ""


def _of_the_network(slower: Treatment, faster: Treatment) -> list[str]:
    loss_of_slower, loss_of_faster = (
        getattr(treatment.settings, "packet_loss", 0) for treatment in (slower, faster)
    )
    if not loss_of_slower or loss_of_faster:
        return []
    control = getattr(slower.settings, "copy_congestion_control", "the system's")
    return [
        "copies cross the lossy network like everything else that the producer sends, and TCP, whose "
        f"congestion control is {control}, may wait for each lost packet"
    ]


def _of_the_machine(slower: Manifest | None, faster: Manifest | None) -> list[str]:
    if slower is None or faster is None or len(slower.programs) <= len(faster.programs):
        return []
    return [
        f"{len(slower.programs)} load programs share {slower.host.cores} cores with the brokers, while the "
        f"other treatment had {len(faster.programs)}"
    ]


def _first_manifest(run: MeasuredRun, treatment: Treatment) -> Manifest | None:
    return next(iter(run.manifests_of(treatment.id)), None)
