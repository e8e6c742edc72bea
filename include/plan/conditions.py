"""The conditions of a run, which are the same for all of its cells."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, Field, NonNegativeFloat, PositiveFloat, PositiveInt

from include.machine.processes.cores import CoreAllocation, Cores, halves

Count = Annotated[int, Field(ge=1)]


class OverrideTarget(StrEnum):
    """The part of a plan that an override changes."""

    EXPERIMENT = "experiment"
    """In the experiment's file, the key that has the same name as the override."""
    CONSTANT = "constant"
    """The constant that has the same name as the override: a setting with the same value in every cell."""
    ARM = "arm"
    """The arm that has the same name as the override."""
    PLACEMENT = "placement"
    """The placement of the cells."""
    CONDITION = "condition"
    """The run's condition that has the same name as the override."""


@dataclass(frozen=True)
class Override:
    """A field of ``Overrides``: how it is described to the user, and what it changes."""

    title: str
    example: object
    default: str
    """The value without an override, as text, such as ``no limit`` or ``1024``."""
    target: OverrideTarget = OverrideTarget.CONDITION
    instead_of: str = ""
    """The name of the constant that the override removes, because the two contradict each other; empty if
    there is none."""


class Conditions(BaseModel, frozen=True, allow_inf_nan=False, use_attribute_docstrings=True):
    """The resource limits, the image of the brokers and other conditions of a run, as in ``plan.json``.

    A run is always completed under the conditions that it began with.
    """

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
            "180; 50 below saturation; if a fault strikes every cell, at most a fifth of the cells' time",
        ),
    ] = None
    """Maximum time in seconds of the warm-up of new brokers."""
    attempts: Annotated[Count, Override("Attempts", 1, "2")] = 2
    """Maximum number of attempts of a cell. An attempt is repeated if it failed, or if its figures mean
    nothing because the clock was set or memory was short. Noise is no reason."""


DEFAULT_CONDITIONS = Conditions()


@dataclass(frozen=True)
class PlannedCores:
    """The cores of brokers and of load programs in a plan; empty if they share all cores."""

    brokers: Cores
    load_programs: Cores


def planned_cores(allocation: CoreAllocation) -> PlannedCores:
    """Half of this process's cores for brokers, and half for load programs; empty if they share all cores."""
    return PlannedCores(*halves()) if allocation is CoreAllocation.APART else PlannedCores((), ())
