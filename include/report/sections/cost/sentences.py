"""Sentences about costs: whether a difference is shown, its size, and whether it matters."""

from collections.abc import Iterable, Iterator, Sequence

from include.rendering.blocks import Paragraph
from include.rendering.number_format import NO_BREAK, percent
from include.rendering.words import capitalised, enumerated, number_word
from include.report.cost_differences import CostDifference
from include.report.cost_wording import WORDS, compared, figure, reading, with_interval
from include.report.grouping import grouped
from include.report.treatments.names import load_phrase, name_phrase, semantics_order
from include.verdicts.compared_quantities import BROKER_CPU
from include.verdicts.paired_differences import FEWEST_PAIRS, Kind
from include.verdicts.relevance import Relevance, relevance

NOTHING_TO_COMPARE = (
    "No costs are compared: no treatment differs from a reference only in the factors that define the "
    "reference."
)


def cost_paragraphs(costs: Sequence[CostDifference], others: int = 0) -> list[Paragraph]:
    """A paragraph for each treatment, from the strongest semantics to the weakest, and how to read them.

    Args:
        costs: The differences to state.
        others: The number of comparisons that are corrected together with these and stated elsewhere.
    """
    if not costs:
        return [Paragraph(NOTHING_TO_COMPARE)]
    compared_costs = compared(costs)
    paragraphs = [_paragraph(group) for group in _by_name(compared_costs).values()]
    return [*paragraphs, *map(Paragraph, _left_out(costs)), *reading(compared_costs, others)]


def _by_name(costs: Iterable[CostDifference]) -> dict[str, list[CostDifference]]:
    in_order = sorted(costs, key=lambda cost: semantics_order(cost.treatment), reverse=True)
    return grouped(in_order, lambda cost: name_phrase(cost.treatment))


def _paragraph(costs: list[CostDifference]) -> Paragraph:
    treatments = _by_treatment(costs)
    findings = list(dict.fromkeys(_finding(group) for group in treatments))
    name = name_phrase(costs[0].treatment)
    subject = f"{name}, by {_varied(costs)}" if len(findings) > 1 else findings[0]
    sentences = [_size(group, is_first=group is treatments[0]) for group in treatments]
    sentences += [_importance(group) for group in treatments[: len(findings) == 1]]
    return Paragraph(" ".join(filter(None, sentences)), capitalised(subject))


def _varied(costs: Iterable[CostDifference]) -> str:
    """What the findings about a treatment depend on: ``client`` if there are several, otherwise ``load``."""
    return "client" if len({cost.treatment.settings.chosen_client for cost in costs}) > 1 else "load"


def _by_treatment(costs: Iterable[CostDifference]) -> list[list[CostDifference]]:
    return list(grouped(costs, lambda cost: cost.treatment.id).values())


def _finding(costs: Iterable[CostDifference]) -> str:
    """What is shown of a treatment: ``slower, no difference in CPU shown``."""
    shown, not_shown = [], []
    for cost in costs:
        words = WORDS[cost.quantity]
        if not cost.difference.differs:
            not_shown.append(words.noun)
        else:
            is_more = (cost.difference.estimate or 0) > cost.difference.kind.neutral
            shown.append(words.more if is_more else words.less)
    if not_shown:
        shown.append(f"no difference in {' or '.join(not_shown)} shown")
    return ", ".join(shown)


def _size(costs: list[CostDifference], *, is_first: bool) -> str:
    """``At 2,000 messages/s of 1 KiB, … adds … to … and takes … the brokers' CPU.``"""
    treatment = costs[0].treatment
    name = name_phrase(treatment) if is_first else "it"
    return f"{capitalised(load_phrase(treatment))}, {name} {enumerated([effect(cost) for cost in costs])}."


def effect(cost: CostDifference) -> str:
    """What a comparison shows: ``adds 67 ms (54 to 81) to the median end-to-end latency``."""
    if cost.quantity == BROKER_CPU:
        return f"takes {with_interval(cost)} the brokers' CPU"
    if cost.quantity.kind is Kind.RATIO:
        return f"has {with_interval(cost)} the {cost.quantity.words}"
    if cost.difference.differs and (cost.difference.estimate or 0) > 0:
        return f"adds {with_interval(cost)} to the {cost.quantity.words}"
    return f"changes the {cost.quantity.words} by {with_interval(cost)}"


def _importance(costs: Iterable[CostDifference]) -> str:
    """``The difference in latency matters (at-least-once has 16 ms); …``"""
    clauses = [clause for cost in costs if (clause := _importance_of(cost))]
    return f"{capitalised('; '.join(clauses))}." if clauses else ""


def _importance_of(cost: CostDifference) -> str:
    noun = WORDS[cost.quantity].noun
    which = "the" if cost.difference.differs else "any"
    match relevance(cost.difference, cost.reference_value):
        case Relevance.MATTERS:
            clause = f"the difference in {noun} matters"
        case Relevance.NEGLIGIBLE:
            clause = f"{which} difference in {noun} is too small to matter"
        case Relevance.OPEN if cost.difference.differs:
            clause = f"whether the difference in {noun} matters is open"
        case Relevance.OPEN:
            clause = f"a difference in {noun} of up to {_bound(cost)} remains possible"
        case _:
            return ""
    return clause + _beside(cost)


def _bound(cost: CostDifference) -> str:
    """The largest difference that the corrected interval does not exclude."""
    ends = [
        abs(end - cost.difference.kind.neutral)
        for end in (cost.difference.low_corrected, cost.difference.high_corrected)
        if end
    ]
    if cost.difference.kind is Kind.RATIO:
        return percent(max(ends))
    return f"{figure(max(ends), cost.quantity)}{NO_BREAK}{cost.quantity.unit}"


def _beside(cost: CostDifference) -> str:
    if cost.difference.kind is Kind.RATIO:
        return ""
    value = figure(cost.reference_value, cost.quantity)
    return f" ({name_phrase(cost.reference)} has {value}{NO_BREAK}{cost.quantity.unit})"


def _left_out(costs: Iterable[CostDifference]) -> Iterator[str]:
    """The treatments of which nothing is compared, or no latency, by the reason."""
    names: dict[str, list[str]] = {}
    for group in _by_treatment(costs):
        name = name_phrase(group[0].treatment)
        if all(cost.difference.estimate is None for cost in group):
            names.setdefault(_reason(group), []).append(name)
        elif refused := [cost for cost in group if cost.not_compared]:
            names.setdefault(_reason(refused), []).append(f"the latency of {name}")
    for reason, left_out in names.items():
        distinct = list(dict.fromkeys(left_out))
        verb = "is" if len(distinct) == 1 else "are"
        yield f"{capitalised(enumerated(distinct))} {verb} not compared: {reason}."


def _reason(costs: Sequence[CostDifference]) -> str:
    pairs = max(cost.difference.pairs for cost in costs)
    few = f"is {number_word(pairs)} pair" if pairs == 1 else f"are {number_word(pairs)} pairs"
    needed = f"{few} of valid cells of the same block, and {FEWEST_PAIRS} are needed"
    return costs[0].not_compared or f"there {needed}"
