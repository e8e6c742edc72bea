"""What is said of ladders: the capacities and their limits, then the latencies at the rates that all held."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from include.rendering.blocks import Paragraph
from include.rendering.number_format import DASH, NO_BREAK, count
from include.rendering.words import capitalised, enumerated
from include.report.cost_differences import CostDifference
from include.report.cost_wording import WORDS, reading, with_interval
from include.report.sections.frontier.ladders import Capacity, Ladder, Line, Rung
from include.verdicts.held_rate import Limit
from include.verdicts.paired_differences import FEWEST_PAIRS

LIMITED_BY = {
    Limit.GENERATOR: "the generator could not offer",
    Limit.CORES: "limited by the shared cores",
    Limit.BROKERS: "limited by the brokers",
    Limit.CONSUMERS: "limited by the consumers",
    Limit.RECEIPTS: "limited by the brokers or the consumers",
}


def capacity_paragraph(ladder: Ladder) -> Paragraph:
    """The capacity of each treatment as an interval, with what limited it at the next rate."""
    capacities = [(line, capacity) for line in ladder.lines if (capacity := line.capacity)]
    phrases = [
        f"{capacity_text(capacity)} with {line.phrase}{_limit(capacity)}" for line, capacity in capacities
    ]
    return Paragraph(
        f"With messages of {ladder.context}, the highest rate that is held, in messages/s, is "
        f"{enumerated(phrases)}.",
        "Capacity",
    )


def capacity_text(capacity: Capacity | None) -> str:
    """The interval of a capacity, in messages per second: ``8,000 to 12,000``, ``at least 32,000``."""
    if capacity is None:
        return DASH
    if capacity.high is None:
        return "not known" if capacity.low is None else f"at least {count(capacity.low)}"
    return (
        f"below {count(capacity.high)}"
        if capacity.low is None
        else f"{count(capacity.low)} to {count(capacity.high)}"
    )


def _limit(capacity: Capacity) -> str:
    """What limited a treatment, in brackets; empty where it held every rate."""
    if capacity.above is None or capacity.limit is None:
        return ""
    words = LIMITED_BY[capacity.limit]
    return f" ({words}{f' {count(capacity.above.rate)}' if capacity.limit is Limit.GENERATOR else ''})"


def limit_counts(rung: Rung) -> str:
    """What limited the cells that did not hold a rate: ``brokers in 4, consumers in 2 of 6 cells``."""
    counts = Counter(rung.limits).most_common()
    if not counts:
        return DASH
    return f"{', '.join(f'{limit} in {number}' for limit, number in counts)} of {len(rung.cells)} cells"


def latency_paragraphs(ladders: Sequence[Ladder], others: int = 0) -> list[Paragraph]:
    """The differences of each treatment, from the last to the first, what is not compared, and how to read.

    Args:
        ladders: The ladders of the run.
        others: The number of comparisons that are corrected together with these and stated elsewhere.
    """
    paragraphs = [
        paragraph
        for ladder in ladders
        for line in reversed(ladder.lines)
        if (paragraph := _differences(ladder, line))
    ]
    left_out = [Paragraph(text) for ladder in ladders for text in _left_out(ladder)]
    costs = [cost for ladder in ladders for line in ladder.lines for cost in _compared(line)]
    return [*paragraphs, *left_out, *reading(costs, others)]


def _compared(line: Line) -> list[CostDifference]:
    return [rung.cost for rung in line.rungs if rung.cost and rung.is_compared]


def _differences(ladder: Ladder, line: Line) -> Paragraph | None:
    """``At rates that all treatments held, … changes the median end-to-end latency by … at 500, …``"""
    costs = _compared(line)
    if not costs:
        return None
    changes = [
        f"{with_interval(cost)} at {count(cost.treatment.settings.messages_per_second)}" for cost in costs
    ]
    return Paragraph(
        f"With messages of {ladder.context}, {line.phrase} changes the {costs[0].quantity.words} by "
        f"{enumerated(changes)} messages/s.",
        capitalised(_finding(costs)),
    )


def _finding(costs: Sequence[CostDifference]) -> str:
    """At how many rates a difference is shown: ``slower at 5 of the 6 rates``."""
    words = WORDS[costs[0].quantity]
    shown = [cost for cost in costs if cost.difference.differs]
    more = sum((cost.difference.estimate or 0) > cost.difference.kind.neutral for cost in shown)
    numbers = {words.more: more, words.less: len(shown) - more}
    parts = [f"{word} at {_of_rates(number, len(costs))}" for word, number in numbers.items() if number]
    return enumerated(parts) if parts else f"no difference in {words.noun} shown at any of the compared rates"


def _of_rates(number: int, rates: int) -> str:
    if number < rates:
        return f"{number} of the {rates} rates"
    return f"all {rates} rates" if rates > 1 else "the rate"


def _left_out(ladder: Ladder) -> Iterator[str]:
    missed = ladder.not_held_by_all
    if missed:
        verb = "this rate" if len(missed) == 1 else "these rates"
        yield (
            f"With messages of {ladder.context}, no latencies are compared at {_rates(missed)}, because a "
            f"treatment held {verb} in half of its valid cells at most."
        )
    for line in ladder.lines:
        reasons: dict[str, list[float]] = {}
        for rung in line.rungs:
            if rung.cost and rung.rate not in missed and not rung.is_compared:
                reasons.setdefault(_reason(rung.cost), []).append(rung.rate)
        for reason, rates in reasons.items():
            yield f"{capitalised(line.phrase)} is not compared at {_rates(rates)}: {reason}."


def _rates(rates: Iterable[float]) -> str:
    return f"{enumerated([*map(count, rates)])}{NO_BREAK}messages/s"


def _reason(cost: CostDifference) -> str:
    return cost.not_compared or f"fewer than {FEWEST_PAIRS} blocks have a valid cell of both treatments"
