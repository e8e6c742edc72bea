"""The facts about a run that the pages show, from its files. If a file cannot be read, the facts say so."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta
from functools import partial
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from include.machine.storage.path import read_all
from include.plan.plan import PLAN_FILE
from include.report.accepted_regressions import ACCEPTANCE_FILE, Acceptance
from include.report.web.access import Reader
from include.report.web.run_store import COMPARED, REPORT, RESULTS, read_below, served_names
from include.report.web.run_times import ended_at, planned_at

COMPARED_RUNS = 200
"""The maximum number of runs that are searched for comparisons, starting with the newest."""

PAGE, TEXT, VERDICT_FILE = "index.html", "report.md", "verdict.json"

NO_RESULTS = "no results yet"
NOT_JUDGED = "not judged"
UNREADABLE = "unreadable verdict"


class VerdictHead(BaseModel, frozen=True):
    """The part of ``results/verdict.json`` that is shown. Other versions of Kerran may write other keys."""

    experiment: str
    release: str
    result: str
    reasons: list[str]
    cells: int


class ExperimentHead(BaseModel, frozen=True):
    """The part of a plan's experiment that is shown."""

    name: str
    title: str
    question: str


class PlanHead(BaseModel, frozen=True):
    """The part of ``plan.json`` that is shown."""

    created: str
    release: str
    experiment: ExperimentHead


Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class RunFacts:
    """The facts about a run in the list of runs. ``state`` is the result, or why there is no result."""

    name: str
    state: str
    verdict: VerdictHead | None
    has_report: bool
    compared: list[str]
    """The names of the runs with which the run was compared. Each comparison has a page."""
    planned: str
    """When the run was planned, in UTC; empty if this is not known."""
    took: str
    """The time from the plan to the end of the last cell; empty if no cell was measured."""


@dataclass(frozen=True)
class RunDetails:
    """The facts on the page about a run. ``plan`` is None if this version cannot read the plan."""

    facts: RunFacts
    plan: PlanHead | None
    acceptance: Acceptance | None
    is_acceptance_unreadable: bool
    """Whether the run has an acceptance that this version cannot read."""
    files: dict[str, list[str]]


def facts_of(names: Sequence[str], reader: Reader) -> list[RunFacts]:
    """The facts about each run."""
    return read_all(partial(run_facts, reader=reader), names)


def run_facts(name: str, reader: Reader) -> RunFacts:
    """The facts about a run."""
    has_report = PAGE in served_names(name, REPORT)
    content = _content(name, RESULTS, VERDICT_FILE)
    verdict = content and _parsed(VerdictHead, content)
    if verdict:
        state = verdict.result
    elif content is not None:
        state = UNREADABLE
    else:
        state = NOT_JUDGED if has_report else NO_RESULTS
    planned, ended = planned_at(name), ended_at(name)
    return RunFacts(
        name,
        state,
        verdict or None,
        has_report,
        compared_with(name, reader),
        planned=f"{planned.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if planned else "",
        took=duration(ended - planned) if planned and ended and ended > planned else "",
    )


def duration(time: timedelta) -> str:
    """A duration as text, such as ``4 min 45 s`` or ``1 h 05 min``."""
    seconds = round(time.total_seconds())
    minutes = round(seconds / 60)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60:02} s"
    return f"{minutes // 60} h {minutes % 60:02} min"


def run_details(name: str, reader: Reader) -> RunDetails:
    """The facts about a run, its plan and its files."""
    plan = _parsed(PlanHead, read_below(name, PLAN_FILE))
    content = _content(name, RESULTS, ACCEPTANCE_FILE)
    acceptance = _parsed(Acceptance, content) if content is not None else None
    files = {folder: served_names(name, folder) for folder in (REPORT, RESULTS)}
    is_unreadable = content is not None and acceptance is None
    return RunDetails(run_facts(name, reader), plan, acceptance, is_unreadable, files)


def comparisons_of(names: Sequence[str], reader: Reader) -> list[tuple[str, str]]:
    """The candidate and the baseline of each comparison of a run in ``names[:COMPARED_RUNS]``."""
    candidates = names[:COMPARED_RUNS]
    compared = read_all(partial(compared_with, reader=reader), candidates)
    pairs = zip(candidates, compared, strict=True)
    return [(candidate, baseline) for candidate, baselines in pairs for baseline in baselines]


def compared_with(name: str, reader: Reader) -> list[str]:
    """The names of the runs with which a run was compared.

    Only runs that the reader may read are included.
    """
    pages = [page for page in served_names(name, COMPARED) if page.endswith(".html")]
    return reader.readable([compared_run(page) for page in pages])


def compared_run(file: str) -> str:
    """The name of the run with which a run was compared, taken from the name of the comparison's file."""
    return file.removesuffix(".html").removesuffix(".md")


def _content(*parts: str) -> bytes | None:
    try:
        return read_below(*parts)
    except FileNotFoundError:
        return None


def _parsed(model: type[Model], content: bytes) -> Model | None:
    try:
        return model.model_validate_json(content)
    except ValidationError:
        return None
