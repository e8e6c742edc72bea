"""The record of a scenario: everything that generic code needs to know about it before a run."""

from dataclasses import dataclass

from include.scenarios.scenario_settings import ScenarioSettings


@dataclass(frozen=True)
class Scenario:
    """A scenario, which decides what happens in a cell.

    Metrics and sections are given by their names, which the later stages look up in their own registries, so
    that planning imports nothing of them. The acting halves are ``include.cells.scenarios.<name>``, which has
    the workload, and, for a scenario with metrics or report sections of its own,
    ``include.spark_jobs.scenarios.<name>`` and ``include.report.sections.<section>``.
    """

    name: str
    settings: type[ScenarioSettings]
    metrics: tuple[str, ...] = ()
    """The metrics that only this scenario has."""
    raw_log_files: tuple[str, ...] = ()
    """The files of the raw log that only this scenario's cells have."""
    promises: frozenset[str] = frozenset()
    """The violations that this scenario excludes in addition to its semantics: names of metrics."""
    sections: tuple[str, ...] = ()
    """The sections that only a report about this scenario has."""
