"""Publish the comparison of two runs."""

from dataclasses import dataclass
from pathlib import Path

from include.history.pair import COMPARED, Pair, Ratio, pair
from include.history.runs import read_run
from include.rendering.estimate import with_interval
from include.rendering.number_format import DASH
from include.rendering.page import write_page
from include.rendering.table import Column, Row, Table, plain_table
from include.report.sections.cost.cost import Finding, Quantity, finding
from include.report.treatments import full_name, semantics_look
from include.storage.path import AnyPath

TEMPLATES = Path(__file__).parent / "templates"

COMPARED_FOLDER = "compared"

WEAKNESS = (
    "These runs were made at different times, and such runs differ by up to two times on a shared machine: "
    "an interval here knows nothing of that. A regression sweep, which has both in the blocks of one run, "
    "tells more."
)


@dataclass(frozen=True)
class Contents:
    """What the templates show."""

    pair: Pair
    answer: list[str]
    ratios: Table
    weakness: str = WEAKNESS


def compare(baseline: AnyPath, candidate: AnyPath) -> tuple[Contents, AnyPath]:
    """Write a page into the candidate's folder; what it shows, and its path.

    Raises:
        HistoryError: a run can't be read, or they have no treatment in common.
        StorageError: the storage can't be used.
    """
    found = pair(read_run(baseline, COMPARED), read_run(candidate, COMPARED))
    shown = Contents(found, answer(found), ratio_table(found))
    folder = candidate / COMPARED_FOLDER
    write_page(folder / f"{baseline.name}.md", TEMPLATES / "comparison.md.jinja", comparison=shown)
    return shown, write_page(
        folder / f"{baseline.name}.html", TEMPLATES / "comparison.html.jinja", comparison=shown
    )


def answer(found: Pair) -> list[str]:
    """What the intervals allow to say: a sentence for what is higher, lower, and not told apart."""
    sentences = []
    for kind in (Finding.HIGHER, Finding.LOWER):
        by_quantity: dict[str, list[str]] = {}
        for one in found.ratios:
            if finding(one.estimate) is kind:
                by_quantity.setdefault(one.quantity.words, []).append(full_name(one.treatment))
        told = "; ".join(f"{words} ({'; '.join(names)})" for words, names in by_quantity.items())
        if told:
            sentences.append(f"{kind.value.capitalize()} in {found.candidate.name}: {told}.")
    for kind in (Finding.NOT_SHOWN, Finding.TOO_FEW):
        if count := sum(finding(one.estimate) is kind for one in found.ratios):
            sentences.append(f"{kind.value.capitalize()}: {count} of {len(found.ratios)} comparisons.")
    return sentences


def ratio_table(found: Pair) -> Table:
    """A row a treatment, a column a quantity."""
    by_place = {(one.treatment.id, one.quantity): one for one in found.ratios}
    treatments = {one.treatment.id: one.treatment for one in found.ratios}
    columns = [Column("Treatment", numeric=False), *(Column(quantity.words) for quantity in COMPARED)]
    rows = [
        Row(
            (full_name(one), *(_cell(by_place, one.id, quantity) for quantity in COMPARED)),
            semantics_look(one),
        )
        for one in treatments.values()
    ]
    notes = [
        f"{found.candidate.name} in times of {found.baseline.name}: the Hodges-Lehmann estimate of the "
        "ratio, and in brackets its distribution-free 95% interval, which takes four repetitions of either. "
        "Each stands alone: of twenty, one may miss."
    ]
    return plain_table("ratios", f"Ratio to {found.baseline.name}", columns, rows, notes)


def _cell(by_place: dict[tuple[str, Quantity], Ratio], treatment: str, quantity: Quantity) -> str:
    one = by_place.get((treatment, quantity))
    return with_interval(one.estimate) if one else DASH
