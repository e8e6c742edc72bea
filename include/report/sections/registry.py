"""Every section that a report can have, in the order of a report."""

from collections.abc import Iterator
from dataclasses import replace

from include.kinds.registry import Registry
from include.kinds.scenario import SCENARIOS
from include.report.measured_run import MeasuredRun
from include.report.sections.section import SectionRecord

SECTIONS = Registry(
    "report section",
    SectionRecord,
    "include.report.sections",
    [
        "judged_settings",
        "comparison",
        "guarantees",
        "recovery",
        "frontier",
        "cost",
        "clients",
        "stages",
        "treatment_charts",
        "environment",
        "measured_beside_published",
        "percentiles",
        "strikes",
        "request_times",
        "transactions",
        "stability",
        "violations",
        "cells",
        "excluded_cells",
        "method",
        "how_to_repeat",
    ],
)
"""The sections that a run of any scenario can have."""

AFTER = "comparison"
"""The section that is followed by the sections of scenarios."""


def sections() -> Iterator[SectionRecord]:
    """The sections of a report, with those of every scenario, in the order of a report."""
    for name, record in SECTIONS.items():
        yield record
        if name == AFTER:
            for scenario in SCENARIOS:
                yield from sections_of(scenario)


def sections_of(scenario: str) -> Iterator[SectionRecord]:
    """The sections of a scenario. They apply only to runs in which the scenario was measured."""

    def is_measured(run: MeasuredRun) -> bool:
        measured = set(run.cells["treatment"])
        return any(
            treatment.id in measured and treatment.settings.scenario == scenario
            for treatment in run.plan.treatments
        )

    def of_scenario(record: SectionRecord) -> SectionRecord:
        return replace(record, applies=lambda run: is_measured(run) and record.applies(run))

    yield from map(of_scenario, SCENARIOS[scenario].sections())
