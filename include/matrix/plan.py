"""The plan: which cells run, in which order."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from include.faults.fault import Capability
from include.matrix.conditions import Conditions, PlannedCores, planned_cores
from include.matrix.experiment import Arm, Experiment
from include.matrix.placement import Placement
from include.scenarios.registry import AnySettings
from include.storage.path import AnyPath

PLAN_FILE = "plan.json"


class Treatment(BaseModel):
    """One combination of factor levels; a factor that doesn't apply is absent from ``factors``."""

    model_config = ConfigDict(frozen=True)

    id: str
    factors: dict[str, Any]
    settings: AnySettings
    arm: str = ""
    """The arm that it belongs to; empty in an experiment without arms."""

    @property
    def combination(self) -> str:
        """The treatment without its arm: what two arms have in common."""
        return self.id.removeprefix(f"{self.arm}.") if self.arm else self.id


class Cell(BaseModel):
    """A treatment in a block: one task, one raw log."""

    model_config = ConfigDict(frozen=True)

    id: str
    treatment: str
    block: int
    """Counted from 1; the repetition."""
    order: int
    """Place in the run, counted from 0."""
    settings: AnySettings
    arm: str = ""


class Brokers(BaseModel):
    """A cluster that a plan needs: the release, and settings beside those that all brokers are given.

    For containers also their image, unless it is built from the release. For a queue server the release is
    empty, since the installed version is used.
    """

    model_config = ConfigDict(frozen=True)

    release: str = ""
    settings: dict[str, str] = {}
    image: str | None = None
    server: str | None = None
    """The name of a queue server; None: brokers of Kafka."""


class Plan(BaseModel):
    """An experiment as resolved for one run: what ``plan.json`` holds."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, serialize_by_alias=True)

    run_id: str
    created: datetime
    experiment: Experiment
    release: str
    placement: Placement = Field(default=Placement(), alias="where")
    conditions: Conditions = Conditions()
    planned_cores: PlannedCores | None = None
    """None in a plan that was made before plans had them."""
    treatments: list[Treatment]
    cells: list[Cell]

    @property
    def cores(self) -> PlannedCores:
        """The cores of brokers and load programs; for an older plan, those of the machine that asks."""
        return self.planned_cores or planned_cores(self.experiment.cores)

    @property
    def servers(self) -> list[str]:
        """The names of the queue servers that its cells need."""
        return sorted({server for one in self.treatments if (server := one.settings.server)})

    @property
    def clusters(self) -> dict[str, Brokers]:
        """The clusters that the cells run on, by name; a single Kafka cluster has the empty name.

        A queue server is a cluster of one broker, which all arms share.
        """
        needs_kafka = any(treatment.settings.server is None for treatment in self.treatments)
        return {
            **(self._of_kafka if needs_kafka else {}),
            **{server: Brokers(server=server) for server in self.servers},
        }

    @property
    def kafka_clusters(self) -> list[Brokers]:
        """The clusters that are brokers of Kafka."""
        return [brokers for brokers in self.clusters.values() if brokers.server is None]

    @property
    def needed_capabilities(self) -> set[Capability]:
        """What the faults and the networks of its cells need of the cluster and the runner."""
        return {means for treatment in self.treatments for means in treatment.settings.needed_capabilities}

    @property
    def breaks_networks(self) -> bool:
        """Whether a cell breaks the network of a broker or of a load program."""
        return bool(self.needed_capabilities & {Capability.NETWORK, Capability.PROGRAM_NETWORK})

    @property
    def isolated_programs(self) -> list[str]:
        """The roles of the load programs whose networks cells break: the producer, and its monitor."""
        if Capability.PROGRAM_NETWORK not in self.needed_capabilities:
            return []
        return sorted({role for one in self.treatments for role in one.settings.isolated_programs})

    @property
    def _of_kafka(self) -> dict[str, Brokers]:
        arms = self.experiment.arms
        if not arms or not self.placement.kind.manages_brokers:
            return {"": self._brokers(Arm())}
        return {name: self._brokers(arm) for name, arm in arms.items() if self.cluster_of_arm(name) == name}

    def cluster_of(self, cell: Cell) -> str:
        """The name of the cluster that a cell runs on."""
        if server := cell.settings.server:
            return server
        return self.cluster_of_arm(cell.arm) if cell.arm and self.placement.kind.manages_brokers else ""

    def cluster_of_arm(self, name: str) -> str:
        """The first arm whose brokers are the same as an arm's, whose cells run on these: mostly itself."""
        arms = self.experiment.arms
        if arms[name].own_brokers:
            return name
        wanted = self._brokers(arms[name])
        return next(one for one, arm in arms.items() if not arm.own_brokers and self._brokers(arm) == wanted)

    def _brokers(self, arm: Arm) -> Brokers:
        return Brokers(
            release=arm.release or self.release,
            settings=_as_properties({**self.experiment.brokers, **arm.brokers}),
            image=arm.image,
        )

    def slowed(self, cell: Cell) -> float:
        """Percent of the time that the brokers are to stand still while a cell runs."""
        arm = self.experiment.arms.get(cell.arm)
        return arm.slowed if arm else 0

    def cell(self, cell_id: str) -> Cell:
        """The planned cell of that id.

        Raises:
            KeyError: the plan has no such cell.
        """
        for cell in self.cells:
            if cell.id == cell_id:
                return cell
        raise KeyError(f"{self.run_id}: no cell {cell_id} in the plan")


def _as_properties(settings: Mapping[str, object]) -> dict[str, str]:
    """Levels as a properties file has them."""
    return {
        key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in settings.items()
    }


def read_plan(run: AnyPath) -> Plan:
    """The plan of a run folder."""
    return Plan.model_validate_json((run / PLAN_FILE).read_bytes())
