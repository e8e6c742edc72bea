"""What an experiment comes to, as plain data: treatments, cells, jobs, client settings, promises.

The data has the same shape whatever the code that it is captured from looks like.
"""

import math
import re
from functools import cache
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel

from include.cells.scenario_workload import CellAttempt, workload_of
from include.clusters.cluster import Access, Cluster
from include.load.consumer_jobs import ConsumerJob
from include.load.program_descriptions import Program, newcomer, successor
from include.plan.estimate import cell_seconds
from include.plan.load import load
from include.plan.plan import Plan
from include.plan.planning import make_plan
from include.plan.treatment import Cell, Treatment
from include.settings.cell import ScenarioSettings
from include.settings.producer import kafka_settings
from include.settings.topic import topic_settings
from include.verdicts.compared_quantities import quantities
from include.verdicts.documented_cases import cases_of
from include.verdicts.guarantee import promised

RUN_ID, FOLDER, ADDRESS = "golden", Path("/cell"), "localhost:9092"
RANDOM_SUFFIX = re.compile(r"(?<=\.\d-)[0-9a-f]{8}\b")
"""The random part of a topic's name; the names of groups and transactional ids contain it too."""

Captured = dict[str, Any]


@cache
def plan_of(name: str) -> Plan:
    return make_plan(load(name), RUN_ID)


@cache
def captured(name: str) -> Captured:
    plan = plan_of(name)
    cells = {cell.treatment: cell for cell in reversed(plan.cells)}
    return {
        "cells": [cell.id for cell in plan.cells],
        "clusters": {name: cluster.model_dump(mode="json") for name, cluster in plan.clusters.items()},
        "cluster_of": clusters_of_cells(plan),
        "treatments": {
            treatment.id: captured_treatment(treatment, cells[treatment.id]) for treatment in plan.treatments
        },
    }


def default_settings(name: str) -> dict[str, Captured]:
    """Of each treatment, the settings whose value is the default."""
    return {treatment.id: defaults_in(treatment.settings) for treatment in plan_of(name).treatments}


def default_jobs(name: str) -> dict[str, dict[str, Captured]]:
    """Of each treatment and program, the fields of the job whose value is the default."""
    cells = {cell.treatment: cell for cell in plan_of(name).cells}
    return {
        treatment: {program.name: defaults_in(program.job) for program in programs_of(cell)}
        for treatment, cell in cells.items()
    }


def defaults_in(model: BaseModel) -> Captured:
    fields, values = type(model).model_fields, model.model_dump(mode="json")
    return {key: values[key] for key, field in fields.items() if getattr(model, key) == field.default}


def clusters_of_cells(plan: Plan) -> dict[str, str]:
    """The cluster of each cell that does not run on the only Kafka cluster of its plan."""
    names = {cell.id: plan.cluster_of(cell) for cell in plan.cells}
    return {cell: name for cell, name in names.items() if name}


def captured_treatment(treatment: Treatment, cell: Cell) -> Captured:
    settings = treatment.settings
    return {
        "factors": treatment.model_dump(mode="json")["factors"],
        "settings": settings.model_dump(mode="json"),
        "topic_settings": topic_settings(kafka_settings(settings))
        if settings.traits.needs.server is None
        else {},
        "programs": {program.name: captured_program(program) for program in programs_of(cell)},
        "facts": facts_of(settings),
    }


def programs_of(cell: Cell) -> list[Program]:
    attempt = CellAttempt(RUN_ID, cell, 1, cast("Cluster", None), FOLDER, Access(ADDRESS))
    return workload_of(attempt).programs().all


def captured_program(program: Program) -> Captured:
    """A load program, and in what the job of its successor or of another member of its group differs."""
    job = job_of(program)
    others = {"successor": changes(job, job_of(successor(program)))}
    if isinstance(program.job, ConsumerJob):
        others["newcomer"] = changes(job, job_of(newcomer(program)))
    return {"module": program.module, "job": job, **others}


def job_of(program: Program) -> Captured:
    return dict(without_random_suffixes(program.job.model_dump(mode="json")))


def changes(before: Captured, now: Captured) -> Captured:
    return {key: value for key, value in now.items() if key not in before or before[key] != value}


def without_random_suffixes(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_random_suffixes(content) for key, content in value.items()}
    if isinstance(value, list):
        return [without_random_suffixes(element) for element in value]
    return RANDOM_SUFFIX.sub("random", value) if isinstance(value, str) else value


def facts_of(settings: ScenarioSettings) -> Captured:
    """What follows from the settings of a treatment, for its cells and for its report."""
    return {
        "name": settings.traits.naming.label,
        "faults": [fault.name for fault in settings.traits.disturbance.faults],
        "needs": sorted([means.name, *asked] for means, asked in settings.traits.needs.capabilities.items()),
        "targets": sorted(fault.target.name for fault in settings.traits.disturbance.faults),
        "receivers": settings.traits.flow.receivers,
        "steps": [step.value for step in settings.traits.flow.steps],
        "reads_to_the_end": settings.traits.flow.reads_to_the_end,
        "partition_ownership": settings.traits.flow.may_arrive_late,
        "likely_rate": str(settings.traits.pace.expected_rate),
        "acknowledges_itself": settings.traits.delivery.is_acknowledged_by_client,
        "is_saturating": math.isinf(settings.traits.pace.messages_per_second)
        and math.isinf(settings.traits.pace.expected_rate),
        "seconds": cell_seconds(settings),
        "promises": sorted(promised(settings)),
        "documented_cases": [case.name for case in cases_of(settings)],
        "compared_quantities": [quantity.column for quantity in quantities(settings)],
    }
