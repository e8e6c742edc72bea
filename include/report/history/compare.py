"""Publish the comparison of two runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from include.kinds.grouping import grouped
from include.machine.storage.path import AnyPath
from include.plan.treatment import Treatment
from include.report.history.past_runs import PastRun, read_past_run
from include.report.history.run_pair import RunPair, pair_runs
from include.report.pages.blocks import Block, Facts, Items, Paragraph, Section, shown
from include.report.pages.page import write_page
from include.report.pages.table import ItemColumn, Table, number, table_of, words
from include.report.pages.wording import DASH, with_interval
from include.report.treatments.names import full_name, semantics_look
from include.verdicts.compared_quantities import QUANTITIES, Quantity
from include.verdicts.comparison.compare import Finding

TEMPLATES = Path(__file__).parent / "templates"

COMPARED_FOLDER = "compared"

LIMITATION = (
    "These runs were made at different times. On a shared machine, such runs have differed by a factor of up "
    "to two; the intervals here do not include this difference. A regression run with several starts "
    "measures both versions in the same blocks, and is more reliable."
)

TOO_FEW = "Nothing is compared: no treatment has a valid cell in both runs."

ONE_START = (
    "A run whose brokers were started once does not show how much another start of the same brokers would "
    "differ; therefore its ratio to another run has no interval here. Runs of several starts (such as "
    "`STARTS=6`) have intervals."
)

NOTHING_DIFFERS = (
    "No difference was found in the host, the cluster, the load programs, the client, the release and the "
    "settings that the experiment does not vary, as far as these were recorded."
)


@dataclass(frozen=True)
class RunComparison:
    """The comparison of two runs, and the content of its page."""

    pair: RunPair
    answer: list[str]
    sections: list[Section]


def compare(baseline: AnyPath, candidate: AnyPath) -> tuple[RunComparison, AnyPath]:
    """Write the comparison's page into the candidate's folder; return the comparison and the page's path."""
    runs = (read_past_run(run) for run in (baseline, candidate))
    comparison = build_comparison(pair_runs(*runs))
    folder = candidate / COMPARED_FOLDER
    text, page = folder / f"{baseline.name}.md", folder / f"{baseline.name}.html"
    write_page(text, TEMPLATES / "comparison.md.jinja", comparison=comparison)
    return comparison, write_page(page, TEMPLATES / "comparison.html.jinja", comparison=comparison)


def build_comparison(pair: RunPair) -> RunComparison:
    """The comparison of two runs."""
    sentences = [*answer(pair), *pair.baseline.accepted, *pair.candidate.accepted]
    sections = [
        Section(
            "answer", "Answer", shown(*sentences, Paragraph(LIMITATION, is_note=True), ratio_table(pair))
        ),
        Section("differences", "What differs", shown(*_differences(pair))),
    ]
    return RunComparison(pair, sentences, sections)


def answer(pair: RunPair) -> list[str]:
    """One sentence for each kind of finding that occurs: higher, lower, not shown, not decided."""
    sentences = []
    for finding in (Finding.HIGHER, Finding.LOWER):
        shown_ratios = [ratio for ratio in pair.ratios if ratio.difference.finding is finding]
        texts = [
            f"{words} ({'; '.join(full_name(ratio.treatment) for ratio in ratios)})"
            for words, ratios in grouped(shown_ratios, lambda ratio: ratio.quantity.words).items()
        ]
        if texts:
            sentences.append(f"{finding.value.capitalize()} in {pair.candidate.name}: {'; '.join(texts)}.")
    decided = [ratio for ratio in pair.ratios if ratio.difference.corrected]
    open_ratios = [ratio for ratio in pair.ratios if ratio.estimate and not ratio.difference.corrected]
    if count := sum(ratio.difference.finding is Finding.NOT_SHOWN for ratio in decided):
        sentences.append(f"{Finding.NOT_SHOWN.capitalize()}: {count} of {len(pair.ratios)} comparisons.")
    if count := len(open_ratios):
        sentences.append(f"Not decided: {count} of {len(pair.ratios)} comparisons. {ONE_START}")
    return sentences or [TOO_FEW]


def ratio_table(pair: RunPair) -> Table:
    """A row for each treatment, with a column for each metric."""
    ratios = {(ratio.treatment.id, ratio.quantity): ratio for ratio in pair.ratios}
    treatments = {ratio.treatment.id: ratio.treatment for ratio in pair.ratios}
    quantities = [
        quantity
        for quantity in QUANTITIES.values()
        if any(quantity == ratio.quantity and ratio.estimate for ratio in pair.ratios)
    ]

    def ratio_text(quantity: Quantity, treatment: Treatment) -> str:
        ratio = ratios.get((treatment.id, quantity))
        if ratio is None:
            return DASH
        ends = ratio.difference.low_corrected, ratio.difference.high_corrected
        return with_interval(ratio.estimate, *ends)

    columns: list[ItemColumn[Treatment]] = [
        words("Treatment", full_name),
        *(number(quantity.words, partial(ratio_text, quantity)) for quantity in quantities),
    ]
    note = (
        f"{pair.candidate.name} divided by {pair.baseline.name}: the Hodges-Lehmann ratio over the starts of "
        "the brokers, with its interval (of Mann and Whitney's test) in brackets. It needs at least two "
        f"starts of each run ({_starts(pair.candidate)} and {_starts(pair.baseline)} here). The "
        "intervals include the variation between starts, and are corrected for the number of ratios "
        "(Bonferroni): with a probability of at least 95%, all of them contain the true ratio. Latencies of "
        "loads without a fixed rate are not compared, because they include the wait in a queue."
    )
    caption = f"Ratio to {pair.baseline.name}"
    return table_of("ratios", caption, columns, treatments.values(), [note], semantics_look)


def _starts(run: PastRun) -> int:
    """The number of the brokers' starts on which at least one valid cell of the run ran."""
    return int(run.measured.valid_cells["start"].fillna(1).nunique())


def _differences(pair: RunPair) -> Iterator[Block | str]:
    if pair.differences:
        yield f"Settings and conditions that differ, {pair.candidate.name} against {pair.baseline.name}:"
        yield Items(pair.differences)
    else:
        yield NOTHING_DIFFERS
    for run, alone in ((pair.baseline, pair.only_baseline), (pair.candidate, pair.only_candidate)):
        if alone:
            yield f"Treatments of {run.name} alone: {', '.join(alone)}."
    yield Facts(
        [
            (run.name, f"made {run.plan.created:%Y-%m-%d %H:%M} UTC, Kafka {run.plan.release}")
            for run in (pair.baseline, pair.candidate)
        ]
    )
