"""The documented cases in which a semantics loses or duplicates messages, and the controls of the checker."""

from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.rendering.number_format import percent
from include.rendering.table import Row, Table, plain_table, text_columns
from include.report.measured_run import MeasuredRun
from include.report.message_counts import seen_violations, violation_totals
from include.report.treatments.fault_variants import fault_of, variant_name
from include.report.treatments.names import semantics_look
from include.verdicts.documented_cases import Case, CaseOutcome, cases_of
from include.verdicts.guarantee import FEWEST_ACKED

CONTROL = "Control"
"""The first word of the name of a control."""

NOTE = (
    "A case that was not provoked in any repetition says nothing about the rule that would have detected it. "
    f"A case is unproven if fewer than {percent(FEWEST_ACKED)} of the messages sent were acknowledged, and "
    "its outcome depends on the absence of a violation. "
    "The controls check the checker: they must show the violations that they are made to show."
)


@dataclass(frozen=True)
class CaseResult:
    """A documented case, the treatment that is evidence for it, and the outcome."""

    case: Case
    treatment: Treatment
    outcome: CaseOutcome

    @property
    def text(self) -> str:
        """The outcome, with the reason if the outcome is not as documented and the reason is known."""
        if self.outcome is CaseOutcome.NOT_AS_DOCUMENTED and self.case.otherwise:
            return f"{self.outcome.value}: {self.case.otherwise}"
        return self.outcome.value


def case_results(run: MeasuredRun) -> list[CaseResult]:
    """The result of every case in every measured treatment that covers it, by case; the controls last."""
    results = [
        CaseResult(case, treatment, case.outcome(_totals(run, treatment)))
        for treatment in run.plan.treatments
        if run.guarantee(treatment.id) is not None
        for case in cases_of(treatment.settings)
    ]
    return sorted(results, key=lambda result: (result.case.name.startswith(CONTROL), result.case.name))


def _totals(run: MeasuredRun, treatment: Treatment) -> dict[str, int | None]:
    messages = {name: run.counted(treatment.id, name) for name in ("sent", "acked")}
    return messages | violation_totals(run, treatment)


def case_table(run: MeasuredRun) -> Table:
    """A row for each case and treatment."""
    columns = text_columns("Case", "Documented: it", "Treatment", "Seen", "")
    rows = [_row(run, result) for result in case_results(run)]
    return plain_table("cases", "The documented cases, and controls", columns, rows, [NOTE])


def _row(run: MeasuredRun, result: CaseResult) -> Row:
    case, treatment = result.case, result.treatment
    name = f"{variant_name(treatment)}: {fault_of(treatment)}"
    seen = seen_violations(run, treatment) or "nothing"
    return Row((case.name, case.says, name, seen, result.text), semantics_look(treatment))
