"""How the rates of systems compare, and where the program of a side limits the rate."""

from collections.abc import Iterator
from dataclasses import dataclass

from include.load_runtime.scenarios.queue.systems import Durability
from include.matrix.plan import Treatment
from include.rendering.words import enumerated
from include.report.measured_run import MeasuredRun
from include.report.sections.queue.system_series import SIDES, Side, SystemSeries, size_text, sizes_of
from include.report.treatments.pairs import TreatmentPair, compare_pairs, in_words, not_shown_clause, pair

CLIENT_BOUND_SHARE = 0.9
"""The share of a core above which a program, whose Python code runs on one core, limits the rate."""


def rate_sentences(run: MeasuredRun, series: list[SystemSeries]) -> Iterator[str]:
    """How the rates of systems compare that keep messages equally well, for the smallest and the largest."""
    ranked_systems = list(_ranked(series))
    differences = compare_pairs(run, [_pair(ranked_system) for ranked_system in ranked_systems])
    by_kind: dict[tuple[Durability, Side, int, str], list[str]] = {}
    for ranked_system in ranked_systems:
        difference = differences[_pair(ranked_system)]
        if difference.estimate is not None:
            name = _named(run, ranked_system.series, ranked_system)
            text = f"{name} {in_words(difference)} times{not_shown_clause(difference)}"
            key = (
                ranked_system.series.system.durability,
                ranked_system.side,
                ranked_system.size,
                _named(run, ranked_system.reference, ranked_system),
            )
            by_kind.setdefault(key, []).append(text)
    for (durability, side, size, reference), texts in by_kind.items():
        yield (
            f"Messages of {size_text(size)} {side.verb} per second, compared with {reference}, of systems "
            f"that have a message {durability.value} when it counts as enqueued: {'; '.join(texts)}."
        )


@dataclass(frozen=True)
class RankedSystem:
    """A system beside the first one that keeps messages equally well."""

    series: SystemSeries
    reference: SystemSeries
    side: Side
    size: int


def _ranked(series: list[SystemSeries]) -> Iterator[RankedSystem]:
    sizes = sizes_of(series)
    for side in SIDES:
        for size in dict.fromkeys((sizes[0], sizes[-1])):
            lines = [line for line in series if size in line.by_size]
            for durability in Durability:
                candidates = [line for line in lines if line.system.durability is durability]
                yield from (RankedSystem(line, candidates[0], side, size) for line in candidates[1:])


def _pair(ranked_system: RankedSystem) -> TreatmentPair:
    return pair(
        ranked_system.series.by_size[ranked_system.size],
        ranked_system.reference.by_size[ranked_system.size],
        ranked_system.side.rate.column,
    )


def _named(run: MeasuredRun, series: SystemSeries, ranked: RankedSystem) -> str:
    """The name of a system, with the remark that its program, and not its server, limits its rate."""
    is_bound = _is_client_bound(run, series.by_size[ranked.size], ranked.side)
    return f"{series.name} (client-bound)" if is_bound else series.name


def _is_client_bound(run: MeasuredRun, treatment: Treatment, side: Side) -> bool:
    """Whether the program of a side used nearly a whole core, so that the program limits the rate."""
    used = side.cpu.median(run, treatment)
    return used is not None and used >= CLIENT_BOUND_SHARE


def client_bound_sentences(run: MeasuredRun, series: list[SystemSeries]) -> Iterator[str]:
    """For each side, the systems and message sizes whose rate is that of the program."""
    for side in SIDES:
        names = [text for line in series if (text := _client_bound_sizes(run, line, side))]
        if names:
            yield (
                f"Probably client-bound when messages are {side.verb}, because the program used at least "
                f"{CLIENT_BOUND_SHARE:.0%} of a core: {'; '.join(names)}. The servers may be faster."
            )


def _client_bound_sizes(run: MeasuredRun, series: SystemSeries, side: Side) -> str:
    sizes = [size for size, line in sorted(series.by_size.items()) if _is_client_bound(run, line, side)]
    return f"{series.name} with {enumerated([size_text(size) for size in sizes])}" if sizes else ""
