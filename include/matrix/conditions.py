"""The conditions of a run: what all its cells are given, whatever their treatments."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from include.processes.cores import CoreAllocation, Cores, for_brokers, for_load_programs


class OverrideTarget(StrEnum):
    """What an override changes."""

    EXPERIMENT = "experiment"
    """The key of that name in the experiment's file."""
    CONSTANT = "constant"
    """The setting of that name, in every cell."""
    ARM = "arm"
    """The arm of that name."""
    PLACEMENT = "placement"
    """Where the cells run."""
    CONDITION = "condition"
    """The condition of that name, in every cell."""


@dataclass(frozen=True)
class Override:
    """What a field of ``Overrides`` changes, and what holds where it is not given, in words."""

    target: OverrideTarget
    default: str
    instead_of: str = ""
    """The constant that an experiment may have in its place, and that the override removes."""


class Conditions(BaseModel):
    """Limits, images and attempts, as ``plan.json`` has them. A run is completed under the same ones."""

    model_config = ConfigDict(frozen=True)

    load_cpus: Annotated[
        float | None,
        Field(
            gt=0,
            allow_inf_nan=False,
            title="CPUs of a load program",
            description="CPUs that each load program in a container may use.",
            examples=[1.5],
        ),
        Override(OverrideTarget.CONDITION, "no limit"),
    ] = None
    load_memory_mib: Annotated[
        float | None,
        Field(
            gt=0,
            allow_inf_nan=False,
            title="Memory of a load program",
            description="Memory that each load program in a container may use, in MiB.",
            examples=[512],
        ),
        Override(OverrideTarget.CONDITION, "no limit"),
    ] = None
    kafka_cpus: Annotated[
        float | None,
        Field(
            gt=0,
            allow_inf_nan=False,
            title="CPUs of a broker",
            description="CPUs that each broker in a container may use.",
            examples=[1.5],
        ),
        Override(OverrideTarget.CONDITION, "no limit"),
    ] = None
    kafka_memory_mib: Annotated[
        int | None,
        Field(
            gt=0,
            title="Memory of a broker",
            description="Memory that each broker in a container may use, in MiB; Java's heap takes 512 MiB.",
            examples=[2048],
        ),
        Override(OverrideTarget.CONDITION, "1024"),
    ] = None
    kafka_image: Annotated[
        str | None,
        Field(
            title="Image of the brokers",
            description="Image of the brokers in containers. It must contain the planned release.",
            examples=["apache/kafka:4.1.0"],
        ),
        Override(OverrideTarget.CONDITION, "an image built from the release's jars"),
    ] = None
    warm_up_seconds: Annotated[
        float | None,
        Field(
            ge=0,
            allow_inf_nan=False,
            title="Warm-up",
            description="Seconds for which fresh brokers are warmed up at most. Cells without a fault on "
            "brokers that are still cold are invalid.",
            examples=[60],
        ),
        Override(
            OverrideTarget.CONDITION,
            "180; where a fault strikes every cell, a fifth of the expected duration of the cells if that is "
            "less",
        ),
    ] = None
    attempts: Annotated[
        int,
        Field(
            ge=1,
            title="Attempts",
            description="How often a cell is measured at most: an invalid cell may be measured again.",
            examples=[1],
        ),
        Override(OverrideTarget.CONDITION, "5"),
    ] = 5


DEFAULT_CONDITIONS = Conditions()


@dataclass(frozen=True)
class PlannedCores:
    """The cores of the brokers and of the load programs; empty where they share all cores."""

    brokers: Cores
    load_programs: Cores


def planned_cores(allocation: CoreAllocation) -> PlannedCores:
    """The division of the cores that this process may use."""
    return PlannedCores(for_brokers(allocation), for_load_programs(allocation))
