"""Did the guarantees hold? The matrix of ways and faults, the documented cases, the violating messages."""

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from include.faults.fault import Target
from include.faults.registry import NO_FAULT, faults_in
from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, NO_BREAK, count, significant
from include.rendering.palette import Look
from include.rendering.table import Column, Row, Table, plain_table
from include.report.run import Run
from include.report.sections.guarantees.fault_variants import Way, faults_of, has_faults, way_name, ways_of
from include.report.treatments import semantics_look
from include.verdicts.bounds import upper_bound
from include.verdicts.documented_cases import Finding, cases_of
from include.verdicts.guarantee import PROMISES, Promise, Verdict, promised

WORDS = {
    "lost": "lost",
    "gone": "gone from the log",
    "duplicated": "duplicated",
    "out_of_order": "out of order",
    "aborted_seen": "aborted and seen",
    "phantom": "phantom",
}
"""What can happen to a message, in the order of the rules."""

PER_MILLION = 1_000_000

MOST_IDS = 6
"""Violating messages that are named for a cell and a violation; all of them are in the results."""


@dataclass(frozen=True)
class Judgement:
    """A field of the matrix: the verdict, what was seen, and what was not and may still be."""

    verdict: str
    seen: str
    bound: str

    @property
    def text(self) -> str:
        """All of it in a line."""
        return "; ".join(part for part in (self.verdict, self.seen, self.bound) if part)


@dataclass(frozen=True)
class MatrixRow:
    """A way: its name, its colour, its price, and a judgement for each fault; None where it wasn't tried."""

    way: str
    look: Look
    price: str
    judgements: tuple[Judgement | None, ...]


@dataclass(frozen=True)
class Matrix:
    """Ways by faults of one kind, beside no fault."""

    caption: str
    faults: tuple[str, ...]
    rows: tuple[MatrixRow, ...]


CAPTIONS = {
    Target.BROKER: "When brokers fail",
    Target.PRODUCER: "When the producer fails",
    Target.CONSUMER: "When a consumer fails, or a copier",
    Target.MONITOR: "When the producer's monitor fails",
}


def matrices(run: Run) -> list[Matrix]:
    """The verdict over each way under each fault, over all repetitions; none where nothing was broken."""
    return [found for target in Target if (found := _matrix(run, target)).rows]


def _matrix(run: Run, target: Target) -> Matrix:
    faults = [fault for fault in faults_of(run.plan) if _is_aimed_at(fault, target)]
    ways = [way for way in ways_of(run.plan) if any(fault in way.treatments for fault in faults)]
    columns = [*([NO_FAULT] if any(way.undisturbed for way in ways) else []), *faults]
    rows = [
        MatrixRow(
            way.name,
            way.look,
            _price(run, way),
            tuple(_judgement(run, way.treatments.get(fault)) for fault in columns),
        )
        for way in ways
    ]
    return Matrix(CAPTIONS[target], tuple(columns), tuple(rows))


def _is_aimed_at(fault: str, target: Target) -> bool:
    """Several at once count as the first of them."""
    return fault != NO_FAULT and faults_in(fault)[0].target is target


def _price(run: Run, way: Way) -> str:
    """What it costs while nothing is broken: end-to-end latency, median and 99th percentile."""
    if way.undisturbed is None:
        return DASH
    found = [
        run.estimate(way.undisturbed.id, metric, Span.PRODUCER_CONSUMER)
        for metric in ("latency_p50", "latency_p99")
    ]
    if None in found:
        return DASH
    return " / ".join(significant(one.median) for one in found if one)


def _judgement(run: Run, treatment: Treatment | None) -> Judgement | None:
    verdict = run.guarantee(treatment.id) if treatment else None
    if treatment is None or verdict is None:
        return None
    return Judgement(verdict.value, _seen(run, treatment), _bound(run, treatment))


def _seen(run: Run, treatment: Treatment) -> str:
    totals = {name: run.total(treatment.id, name) or 0 for name in WORDS}
    if totals["gone"] == totals["lost"]:
        totals["gone"] = 0  # the same messages: those that are lost because they aren't there
    allowed = {rule.violation for rule in promised(treatment.settings)}
    told = [
        f"{count(total)}{NO_BREAK}{WORDS[name]}{'' if name in allowed else ', as allowed'}"
        for name, total in totals.items()
        if total
    ]
    return "; ".join(told)


def _bound(run: Run, treatment: Treatment) -> str:
    """The widest of the bounds of what is promised and wasn't seen: with so few messages it may still be."""
    bounds = [_upper(run, treatment, rule) for rule in promised(treatment.settings)]
    known = [bound for bound in bounds if bound is not None]
    return f"≤ {significant(max(known) * PER_MILLION, 2)} per million" if known else ""


def _upper(run: Run, treatment: Treatment, promise: Promise) -> float | None:
    seen = run.total(treatment.id, promise.violation) or 0
    return upper_bound(seen, run.total(treatment.id, promise.chances) or 0)


def case_table(run: Run) -> Table:
    """Each documented case and each control, by the treatment that was to provoke it."""
    columns = [Column(title, numeric=False) for title in ("Case", "Documented: it", "Treatment", "Seen", "")]
    notes = [
        "A case that was not provoked in its repetitions says nothing of the rule that would have noticed. "
        "Controls are there to check the checker: they must show what they are made to show."
    ]
    return plain_table("cases", "The documented cases, and controls", columns, _case_rows(run), notes)


def _case_rows(run: Run) -> Iterator[Row]:
    rows = []
    for place, treatment in enumerate(run.plan.treatments):
        if run.guarantee(treatment.id) is None:
            continue
        totals = {name: run.total(treatment.id, name) or 0 for name in WORDS}
        for case in cases_of(treatment.settings):
            finding = case.finding(totals)
            why = f": {case.otherwise}" if finding is Finding.OTHERWISE and case.otherwise else ""
            name = f"{way_name(treatment)}: {treatment.settings.fault_level}"
            told = (case.name, case.says, name, _seen(run, treatment) or "nothing", finding.value + why)
            rows.append(
                (case.name.startswith("Control"), case.name, place, Row(told, semantics_look(treatment)))
            )
    return (row for *_, row in sorted(rows, key=lambda one: one[:3]))


def findings(run: Run) -> dict[Finding, int]:
    """How many cases came out how."""
    found = dict.fromkeys(Finding, 0)
    for row in _case_rows(run):
        found[Finding(row.cells[-1].partition(":")[0])] += 1
    return found


def guarantee_sentences(run: Run) -> list[str]:
    """The answer of a run in which something was broken."""
    if not has_faults(run.plan):
        return []
    return [_kept_sentence(run), _findings_sentence(run)]


def _kept_sentence(run: Run) -> str:
    judged = [(one, run.guarantee(one.id)) for one in run.plan.treatments]
    broken = [one for one, verdict in judged if verdict is Verdict.BROKEN]
    unproven = [one for one, verdict in judged if verdict is Verdict.UNPROVEN]
    kept = sum(verdict is Verdict.KEPT for _, verdict in judged)
    sentence = f"Of {len(run.plan.treatments)} treatments {kept} kept what their semantics promise"
    for what, these in (("broke it", broken), ("left it unproven", unproven)):
        if these:
            names = "; ".join(f"{way_name(one)} under {_fault(one)}" for one in these)
            sentence += f", {len(these)} {what} ({names})"
    return f"{sentence}."


def _fault(treatment: Treatment) -> str:
    return "no fault" if treatment.settings.fault_level == NO_FAULT else treatment.settings.fault_level


def _findings_sentence(run: Run) -> str:
    found = findings(run)
    total = sum(found.values())
    told = f"Of {total} documented cases and controls {found[Finding.AS_SAID]} came out as documented"
    if found[Finding.NOT_PROVOKED]:
        told += f", {found[Finding.NOT_PROVOKED]} were not provoked"
    if found[Finding.OTHERWISE]:
        told += f", and {found[Finding.OTHERWISE]} came out otherwise"
    return f"{told}."


def message_table(run: Run) -> Table:
    """The first violating messages of every cell and violation, with what traces them in the raw log."""
    columns = [Column(title, numeric=False) for title in ("Cell", "What")]
    columns += [Column("Messages"), Column("The first of them", numeric=False)]
    notes = [
        "id @ partition:offset. All are in results/violations.csv; “in the log” is what an independent "
        "reader found there: what is missing there, brokers lost; the rest was lost on the way."
    ]
    return plain_table("messages", "Violating messages", columns, _message_rows(run), notes)


def _message_rows(run: Run) -> Iterator[Row]:
    if not len(run.violations):
        return
    order = {rule.violation: place for place, rule in enumerate(PROMISES)}
    places = run.violations["violation"].map(order)
    rows = run.violations.assign(place=places).sort_values(["cell", "place"], kind="stable")
    for cell, of_cell in rows.groupby("cell", sort=False):
        for violation, found in of_cell.groupby("violation", sort=False):
            yield Row((str(cell), WORDS[str(violation)], count(len(found)), _told(found, str(violation))))


def _told(found: pd.DataFrame, violation: str) -> str:
    first = [
        _place(*row) for row in found[["id", "partition", "offset", "transaction"]].head(MOST_IDS).to_numpy()
    ]
    more = f", and {count(len(found) - MOST_IDS)} more" if len(found) > MOST_IDS else ""
    looked_for = found["in_log"].dropna()
    where = f"; {count(int(looked_for.sum()))} of them in the log"
    return ", ".join(first) + more + (where if violation == "lost" and len(looked_for) else "")


def _place(message: float, partition: float, offset: float, transaction: float) -> str:
    where = "" if pd.isna(offset) else f"{NO_BREAK}@{NO_BREAK}{int(partition)}:{int(offset)}"
    which = "" if pd.isna(transaction) else f" in transaction {int(transaction)}"
    return f"{int(message)}{where}{which}"
