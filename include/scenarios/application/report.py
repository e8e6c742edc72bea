"""What each application promised, whether it kept it, and how long its output stood still after a fault."""

from collections.abc import Iterator, Mapping, Sequence

from include.kinds.grouping import grouped
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Folded, Paragraph
from include.report.pages.table import ItemColumn, Table, grouped_table, number, words
from include.report.pages.wording import DASH, count, enumerated, number_of, significant
from include.report.sections.section import Question, ReportSection, SectionRecord, always, section
from include.report.violations_and_episodes import episodes_of, seen_violations, verdict_and_episodes
from include.scenarios.application.broken_episodes import broken_episodes, broken_inputs
from include.scenarios.application.settings import SAME_AS_LOST, ApplicationSettings
from include.settings.compared_columns import DELIVERED_P50
from include.verdicts.bounds import upper_bound
from include.verdicts.guarantee import Verdict

CLAUSES = {
    Verdict.BROKEN: "broke its promise",
    Verdict.UNPROVEN: "left its promise unproven",
    Verdict.KEPT: "kept its promise",
}
"""The clause for each verdict, the worst first."""

HOW_TO_READ = (
    "An episode is one occurrence of the fault in one cell; without a fault, attempts at cells are counted. "
    "The output stood still for the longest time without an output in a partition, from the fault on. It had "
    "caught up when outputs were no longer late: more than twice as late as any before the fault. Lost "
    "and repeated messages are those of all cells of the row. Outputs that are only uncommitted are received "
    "by readers of uncommitted messages, and by no others. Exits are ends of the application that no "
    "fault has caused. An application that lets nothing through any more is revived: it is restarted once, "
    "in an orderly way. What it has not reached, if it stands still to the end, does not count as lost."
)


def _build(run: MeasuredRun) -> ReportSection:
    treatments = [
        treatment for treatment in run.plan.treatments if isinstance(treatment.settings, ApplicationSettings)
    ]
    by_application = grouped(treatments, lambda treatment: treatment.traits.naming.label)
    return section(
        "application",
        "Applications",
        _table(run, by_application),
        HOW_TO_READ,
        broken_episodes(run, treatments),
        *([Folded(inputs.caption, inputs)] if (inputs := broken_inputs(run)) else ()),
        answer=[Paragraph(_answer(run, by_application))],
    )


def _answer(run: MeasuredRun, by_application: Mapping[str, Sequence[Treatment]]) -> str:
    """What an application kept; of several, how many kept their promise, and how the others broke it."""
    judged = {
        name: grouped(judged, lambda treatment: run.guarantee(treatment.id))
        for name, treatments in by_application.items()
        if (judged := [treatment for treatment in treatments if run.guarantee(treatment.id)])
    }
    if len(judged) == 1:
        [(name, by_verdict)] = judged.items()
        return f"{name}: it {', and '.join(_clauses(run, by_verdict))}. {_strikes(run, by_verdict)}"
    kept = [name for name, by_verdict in judged.items() if set(by_verdict) == {Verdict.KEPT}]
    others = [
        f"{name} {', and '.join(_clauses(run, {**by_verdict, Verdict.KEPT: []}))}"
        for name, by_verdict in judged.items()
        if name not in kept
    ]
    text = (
        f"{len(kept)} of {len(judged)} applications kept what they promise under every fault that struck them"
    )
    return f"{text}. {'; '.join(others)}." if others else f"{text}."


def _strikes(run: MeasuredRun, by_verdict: Mapping[Verdict | None, Sequence[Treatment]]) -> str:
    """How often each fault struck, and what that can show."""
    struck = [
        episodes_of(run, treatment).total
        for treatments in by_verdict.values()
        for treatment in treatments
        if treatment.traits.disturbance.faults
    ]
    if not struck:
        return "No fault struck it."
    bound = upper_bound(0, min(struck))
    if bound is None:
        return "Not every fault struck it in an episode that could be judged."
    strikes, share = number_of(min(struck), "time"), significant(100 * bound, 2)
    return (
        f"Each fault struck {strikes} or more: what breaks the promise in up to {share} % "
        "of the strikes may not have shown (95 % confidence); more repetitions find rarer faults."
    )


def _clauses(run: MeasuredRun, by_verdict: Mapping[Verdict | None, Sequence[Treatment]]) -> Iterator[str]:
    """Yield a clause for each verdict, the worst first, with the faults."""
    for verdict, clause in CLAUSES.items():
        if treatments := by_verdict.get(verdict):
            yield f"{clause} {_circumstances(run, treatments)}"


def _circumstances(run: MeasuredRun, treatments: Sequence[Treatment]) -> str:
    return enumerated([_circumstance(run, treatment) for treatment in treatments])


def _circumstance(run: MeasuredRun, treatment: Treatment) -> str:
    """A fault, with the episodes that broke the promise and what was seen."""
    fault = (
        f"under {treatment.traits.disturbance.fault_level}"
        if treatment.traits.disturbance.faults
        else "without a fault"
    )
    episodes, seen = episodes_of(run, treatment), seen_violations(run, treatment, SAME_AS_LOST)
    if unreached := run.counted(treatment.id, "unreached"):
        stood_still = f"it stood still to the end, before {number_of(int(unreached), 'message')}"
        seen = f"{seen}; {stood_still}" if seen else stood_still
    if episodes.broken:
        return f"{fault} in {episodes.broken_of_total} ({seen})"
    return f"{fault} ({seen})" if seen else fault


def _table(run: MeasuredRun, by_application: Mapping[str, Sequence[Treatment]]) -> Table:
    all_treatments = [treatment for treatments in by_application.values() for treatment in treatments]
    is_counted = any(run.counted(treatment.id, "forgotten") is not None for treatment in all_treatments)
    stands_still = any(run.counted(treatment.id, "unreached") for treatment in all_treatments)
    unreached: list[ItemColumn[Treatment]] = [
        number("not reached", lambda treatment: count(run.counted(treatment.id, "unreached")))
    ]
    counts: list[ItemColumn[Treatment]] = [
        number("counted again", lambda treatment: count(run.counted(treatment.id, "counted_again"))),
        number("forgotten", lambda treatment: count(run.counted(treatment.id, "forgotten"))),
    ]
    columns: list[ItemColumn[Treatment]] = [
        words("fault", lambda treatment: treatment.traits.disturbance.fault_level),
        words("promise", lambda treatment: verdict_and_episodes(run, treatment)),
        number("lost", lambda treatment: count(run.counted(treatment.id, "lost"))),
        *(unreached if stands_still else ()),
        number("repeated", lambda treatment: count(run.counted(treatment.id, "duplicated"))),
        number("only uncommitted", lambda treatment: count(run.counted(treatment.id, "uncommitted_outputs"))),
        number("out of order", lambda treatment: count(run.counted(treatment.id, "out_of_order"))),
        *(counts if is_counted else ()),
        number(
            "output stood still, s", lambda treatment: significant(run.median(treatment.id, "delivery_gap"))
        ),
        number("caught up after, s", lambda treatment: significant(run.median(treatment.id, "caught_up"))),
        number("latency, ms", lambda treatment: significant(run.median(treatment.id, DELIVERED_P50))),
        number("exits", lambda treatment: _counted(run, treatment, "exits")),
        number("revived", lambda treatment: _counted(run, treatment, "revived")),
    ]
    groups = list(by_application.items())
    return grouped_table("applications", "What each application did under each fault", columns, groups)


def _counted(run: MeasuredRun, treatment: Treatment, name: str) -> str:
    """What the programs of all instances have counted in all cells of a treatment."""
    manifests = [manifest for manifest in run.manifests.values() if manifest.cell.treatment == treatment.id]
    counts = (program.counts for manifest in manifests for program in manifest.programs)
    numbers = [of_program[name] for of_program in counts if name in of_program]
    return count(sum(numbers)) if numbers else DASH


SECTION = SectionRecord("application", always, _build, Question.SCENARIO)
