"""The record of a scenario: what generic code needs to know of it before anything runs."""

from dataclasses import dataclass

from include.scenarios.scenario_settings import ScenarioSettings


@dataclass(frozen=True)
class Scenario:
    """What happens in a cell, in words that each stage looks up in its own registry.

    The halves that act are ``include.cells.scenarios.<name>``, which gives the workload, and, where the
    scenario measures or reports something of its own, ``include.spark_jobs.scenarios.<name>`` and
    ``include.report.sections.<section>``.
    """

    name: str
    settings: type[ScenarioSettings]
    metrics: tuple[str, ...] = ()
    """The metrics that only this scenario has."""
    raw_log_files: tuple[str, ...] = ()
    """The files of the raw log that only this scenario's cells have."""
    promises: frozenset[str] = frozenset()
    """Violations that this scenario excludes beside those that its semantics excludes: names of metrics."""
    sections: tuple[str, ...] = ()
    """The sections that a report of this scenario has beside the general ones."""
