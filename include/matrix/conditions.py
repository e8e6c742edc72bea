"""The conditions of a run: what all its cells are given, whatever their treatments."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, Field, NonNegativeFloat, PositiveFloat, PositiveInt

from include.processes.cores import CoreAllocation, Cores, halves

Count = Annotated[int, Field(ge=1)]


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
    """How a person is asked for a field of ``Overrides``, and what the field changes."""

    title: str
    example: object
    default: str
    """The default without an override, in words."""
    target: OverrideTarget = OverrideTarget.CONDITION
    instead_of: str = ""
    """The constant that an experiment may set instead, and that the override removes."""


class Conditions(BaseModel, frozen=True, allow_inf_nan=False, use_attribute_docstrings=True):
    """Limits, images and attempts, as ``plan.json`` has them. A run is completed under the same ones."""

    load_cpus: Annotated[PositiveFloat | None, Override("CPUs of a load program", 1.5, "no limit")] = None
    """CPUs that each load program in a container may use."""
    load_memory_mib: Annotated[
        PositiveFloat | None, Override("Memory of a load program", 512, "no limit")
    ] = None
    """Memory that each load program in a container may use, in MiB."""
    kafka_cpus: Annotated[PositiveFloat | None, Override("CPUs of a broker", 1.5, "no limit")] = None
    """CPUs that each broker in a container may use."""
    kafka_memory_mib: Annotated[PositiveInt | None, Override("Memory of a broker", 2048, "1024")] = None
    """Memory that each broker in a container may use, in MiB; Java's heap takes 512 MiB."""
    kafka_image: Annotated[
        str | None,
        Override("Image of the brokers", "apache/kafka:4.1.0", "an image built from the release's jars"),
    ] = None
    """Image of the brokers in containers. It must contain the planned release."""
    warm_up_seconds: Annotated[
        NonNegativeFloat | None,
        Override(
            "Warm-up",
            60,
            "180; where a fault strikes every cell, a fifth of the expected duration of the cells if that is "
            "less",
        ),
    ] = None
    """Seconds for which fresh brokers are warmed up at most. Cells without a fault on brokers that are still
    cold are invalid."""
    attempts: Annotated[Count, Override("Attempts", 1, "5")] = 5
    """How often a cell is measured at most: an invalid cell may be measured again."""


DEFAULT_CONDITIONS = Conditions()


@dataclass(frozen=True)
class PlannedCores:
    """The cores that a plan gives the brokers and the load programs; empty where they share all cores."""

    brokers: Cores
    load_programs: Cores


def planned_cores(allocation: CoreAllocation) -> PlannedCores:
    """The division of the cores that this process may use."""
    return PlannedCores(*halves()) if allocation is CoreAllocation.APART else PlannedCores((), ())
