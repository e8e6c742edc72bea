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


def cost_paragraphs(found: Sequence[CostDifference], others: int = 0) -> list[Paragraph]:
    """A paragraph for each treatment, from the strongest semantics to the weakest, and how to read them.

    Args:
        found: The differences to state.
        others: The number of comparisons that are corrected together with these and stated elsewhere.
    """
    if not found:
        return [Paragraph(NOTHING_TO_COMPARE)]
    stated = compared(found)
    paragraphs = [_paragraph(own) for own in _by_name(stated).values()]
    return [*paragraphs, *map(Paragraph, _left_out(found)), *reading(stated, others)]


def _by_name(compared: Iterable[CostDifference]) -> dict[str, list[CostDifference]]:
    in_order = sorted(compared, key=lambda difference: semantics_order(difference.treatment), reverse=True)
    return grouped(in_order, lambda difference: name_phrase(difference.treatment))


def _paragraph(found: list[CostDifference]) -> Paragraph:
    treatments = _by_treatment(found)
    findings = list(dict.fromkeys(_finding(own) for own in treatments))
    name = name_phrase(found[0].treatment)
    subject = f"{name}, by {_varied(found)}" if len(findings) > 1 else findings[0]
    sentences = [_size(own, is_first=own is treatments[0]) for own in treatments]
    sentences += [_importance(own) for own in treatments[: len(findings) == 1]]
    return Paragraph(" ".join(filter(None, sentences)), capitalised(subject))


def _varied(found: Iterable[CostDifference]) -> str:
    """What the findings about a treatment depend on: ``client`` if there are several, otherwise ``load``."""
    return "client" if len({one.treatment.settings.chosen_client for one in found}) > 1 else "load"


def _by_treatment(found: Iterable[CostDifference]) -> list[list[CostDifference]]:
    return list(grouped(found, lambda difference: difference.treatment.id).values())


def _finding(found: Iterable[CostDifference]) -> str:
    """What is shown of a treatment: ``slower, no difference in CPU shown``."""
    shown, not_shown = [], []
    for one in found:
        words = WORDS[one.quantity]
        if not one.found.differs:
            not_shown.append(words.noun)
        else:
            is_more = (one.found.estimate or 0) > one.found.kind.neutral
            shown.append(words.more if is_more else words.less)
    if not_shown:
        shown.append(f"no difference in {' or '.join(not_shown)} shown")
    return ", ".join(shown)


def _size(found: list[CostDifference], *, is_first: bool) -> str:
    """``At 2,000 messages/s of 1 KiB, … adds … to … and takes … the brokers' CPU.``"""
    treatment = found[0].treatment
    name = name_phrase(treatment) if is_first else "it"
    return f"{capitalised(load_phrase(treatment))}, {name} {enumerated([effect(one) for one in found])}."


def effect(one: CostDifference) -> str:
    """What a comparison shows: ``adds 67 ms (54 to 81) to the median end-to-end latency``."""
    if one.quantity == BROKER_CPU:
        return f"takes {with_interval(one)} the brokers' CPU"
    if one.quantity.kind is Kind.RATIO:
        return f"has {with_interval(one)} the {one.quantity.words}"
    if one.found.differs and (one.found.estimate or 0) > 0:
        return f"adds {with_interval(one)} to the {one.quantity.words}"
    return f"changes the {one.quantity.words} by {with_interval(one)}"


def _importance(found: Iterable[CostDifference]) -> str:
    """``The difference in latency matters (at-least-once has 16 ms); …``"""
    clauses = [clause for one in found if (clause := _importance_of(one))]
    return f"{capitalised('; '.join(clauses))}." if clauses else ""


def _importance_of(one: CostDifference) -> str:
    noun = WORDS[one.quantity].noun
    which = "the" if one.found.differs else "any"
    match relevance(one.found, one.reference_value):
        case Relevance.MATTERS:
            clause = f"the difference in {noun} matters"
        case Relevance.NEGLIGIBLE:
            clause = f"{which} difference in {noun} is too small to matter"
        case Relevance.OPEN if one.found.differs:
            clause = f"whether the difference in {noun} matters is open"
        case Relevance.OPEN:
            clause = f"a difference in {noun} of up to {_bound(one)} remains possible"
        case _:
            return ""
    return clause + _beside(one)


def _bound(one: CostDifference) -> str:
    """The largest difference that the corrected interval does not exclude."""
    ends = [
        abs(end - one.found.kind.neutral)
        for end in (one.found.low_corrected, one.found.high_corrected)
        if end
    ]
    if one.found.kind is Kind.RATIO:
        return percent(max(ends))
    return f"{figure(max(ends), one.quantity)}{NO_BREAK}{one.quantity.unit}"


def _beside(one: CostDifference) -> str:
    if one.found.kind is Kind.RATIO:
        return ""
    value = figure(one.reference_value, one.quantity)
    return f" ({name_phrase(one.reference)} has {value}{NO_BREAK}{one.quantity.unit})"


def _left_out(found: Iterable[CostDifference]) -> Iterator[str]:
    """The treatments of which nothing is compared, or no latency, by the reason."""
    names: dict[str, list[str]] = {}
    for own in _by_treatment(found):
        name = name_phrase(own[0].treatment)
        if all(one.found.estimate is None for one in own):
            names.setdefault(_reason(own), []).append(name)
        elif refused := [one for one in own if one.not_compared]:
            names.setdefault(_reason(refused), []).append(f"the latency of {name}")
    for reason, left_out in names.items():
        distinct = list(dict.fromkeys(left_out))
        verb = "is" if len(distinct) == 1 else "are"
        yield f"{capitalised(enumerated(distinct))} {verb} not compared: {reason}."


def _reason(found: Sequence[CostDifference]) -> str:
    pairs = max(one.found.pairs for one in found)
    few = f"is {number_word(pairs)} pair" if pairs == 1 else f"are {number_word(pairs)} pairs"
    needed = f"{few} of valid cells of the same block, and {FEWEST_PAIRS} are needed"
    return found[0].not_compared or f"there {needed}"
