"""The plan of a run: its cells, their order, and the clusters that they need."""

from datetime import datetime

from pydantic import BaseModel, Field, ValidationError

from include.kinds.fault import Capability
from include.load.client_choice import ClientChoice
from include.machine import folders
from include.machine.errors import UserError
from include.machine.storage.path import AnyPath, path_of
from include.plan.cluster_and_runner import Placement
from include.plan.conditions import Conditions, PlannedCores
from include.plan.experiment import Arm, Experiment
from include.plan.treatment import Cell, Treatment
from include.plan.validation_errors import first_problem
from include.rawlog.block_decisions import stopped_after
from include.settings.topic import as_properties

PLAN_FILE = "plan.json"


class ClusterSpec(BaseModel, frozen=True):
    """A cluster that a plan needs: Kafka brokers, or a queue server."""

    release: str = ""
    """The Kafka release; empty for a queue server, whose installed version is used."""
    settings: dict[str, str] = {}
    """Kafka settings of the brokers, in addition to the settings that all brokers have."""
    image: str | None = None
    """The image of brokers in containers; None: an image is built from the release."""
    server: str | None = None
    """The name of the queue server; None for Kafka brokers."""


class LoweredRate(BaseModel, frozen=True):
    """Why the cells have a lower rate than their experiment's file."""

    planned: float
    """The rate in the file, in messages/s."""
    sustained: float
    """The rate that the warm-up sustained in transactions, in messages/s."""


class LearnedVariation(BaseModel, frozen=True):
    """How much a comparison varied between the starts of the brokers of earlier runs."""

    treatment: str
    metric: str
    span: str
    """The span of the metric; empty for a metric of the whole cell."""
    deviation: float
    """The standard deviation between starts: in the unit of the metric, or of the logarithm of a ratio."""
    runs: list[str]
    """The names of the earlier runs."""


class Plan(BaseModel, frozen=True, populate_by_name=True, serialize_by_alias=True):
    """An experiment, resolved into the cells of one run; the content of ``plan.json``."""

    run_id: str
    created: datetime
    experiment: Experiment
    release: str
    placement: Placement = Field(default=Placement(), alias="where")
    conditions: Conditions = Conditions()
    cores: PlannedCores = Field(alias="planned_cores")
    """The CPU cores of the brokers, and of the load programs."""
    lowered_rate: LoweredRate | None = None
    """Why the rate is lower than in the experiment's file; None if it is not."""
    start_variation: list[LearnedVariation] = []
    """What earlier runs show about the variation between starts; empty if it is not known."""
    treatments: list[Treatment]
    cells: list[Cell]

    @property
    def servers(self) -> list[str]:
        """The names of the queue servers that the cells need."""
        return sorted({server for treatment in self.treatments if (server := treatment.traits.needs.server)})

    @property
    def further_releases(self) -> list[str]:
        """The Kafka releases that cells need in addition to the releases of their clusters."""
        return sorted(
            {release for treatment in self.treatments for release in treatment.traits.needs.further_releases}
        )

    @property
    def clients(self) -> list[ClientChoice]:
        """The clients that the experiment chooses for load programs."""
        clients = {client for treatment in self.treatments if (client := treatment.traits.delivery.client)}
        return sorted(clients, key=str)

    @property
    def clusters(self) -> dict[str, ClusterSpec]:
        """The clusters on which the cells run, by name.

        A Kafka cluster has the name of an arm; the name is empty without arms, or if Kerran does not manage
        the brokers. A queue server counts as a cluster of one broker, which all arms share.
        """
        needs_kafka = any(treatment.traits.needs.server is None for treatment in self.treatments)
        return {
            **(self._kafka_clusters_by_name if needs_kafka else {}),
            **{server: ClusterSpec(server=server) for server in self.servers},
        }

    @property
    def kafka_clusters(self) -> list[ClusterSpec]:
        """The clusters of Kafka brokers."""
        return [cluster for cluster in self.clusters.values() if cluster.server is None]

    @property
    def needed_capabilities(self) -> set[Capability]:
        """The capabilities of the cluster and the runner that the cells need."""
        return {need for treatment in self.treatments for need in treatment.traits.needs.capabilities}

    @property
    def breaks_networks(self) -> bool:
        """Whether a cell breaks the network of a broker or of a load program."""
        return bool(self.needed_capabilities & {Capability.NETWORK, Capability.PROGRAM_NETWORK})

    @property
    def controls_disks(self) -> bool:
        """Whether a cell takes what brokers have not flushed, or fills or slows their disks."""
        return Capability.DISK in self.needed_capabilities

    @property
    def has_proxy(self) -> bool:
        """Whether a cell has a proxy between clients and the brokers."""
        return Capability.PROXY in self.needed_capabilities

    @property
    def has_proxy_between_brokers(self) -> bool:
        """Whether a cell has a proxy between the brokers."""
        return Capability.BROKER_PROXY in self.needed_capabilities

    @property
    def isolated_programs(self) -> list[str]:
        """The roles of the load programs that get separate networks: the producer, and its monitor."""
        if not self.breaks_networks or Capability.PROGRAM_NETWORK not in self.placement.capabilities:
            return []
        return sorted(
            {role for treatment in self.treatments for role in treatment.traits.needs.isolated_programs}
        )

    @property
    def _kafka_clusters_by_name(self) -> dict[str, ClusterSpec]:
        arms = self.experiment.arms
        if not arms or not self.placement.kind.manages_brokers:
            return {"": self._cluster_spec(Arm())}
        return {
            name: self._cluster_spec(arm) for name, arm in arms.items() if self.cluster_of_arm(name) == name
        }

    def cluster_of(self, cell: Cell) -> str:
        """The name of the cluster that a cell runs on."""
        if server := cell.settings.traits.needs.server:
            return server
        return self.cluster_of_arm(cell.arm) if cell.arm and self.placement.kind.manages_brokers else ""

    def cluster_of_arm(self, name: str) -> str:
        """The name of the cluster of an arm: the name of the first arm with the same brokers."""
        arms = self.experiment.arms
        if brokers := arms[name].own_brokers:
            return name if brokers is True else brokers
        spec = self._cluster_spec(arms[name])
        return next(
            other for other, arm in arms.items() if not arm.own_brokers and self._cluster_spec(arm) == spec
        )

    def _cluster_spec(self, arm: Arm) -> ClusterSpec:
        return ClusterSpec(
            release=arm.release or self.release,
            settings=as_properties({**self.experiment.brokers, **arm.brokers}),
            image=arm.image,
        )

    def slowed_percent(self, cell: Cell) -> float:
        """The percentage of a cell's running time for which its brokers are paused."""
        arm = self.experiment.arms.get(cell.arm)
        return arm.slowed if arm else 0

    def cell(self, cell_id: str) -> Cell:
        """The cell with this id."""
        for cell in self.cells:
            if cell.id == cell_id:
                return cell
        raise KeyError(f"{self.run_id}: the plan has no cell {cell_id}")


def needed_cells(plan: Plan, run: AnyPath) -> list[Cell]:
    """The cells of a plan without those of blocks that the run does not need, as far as this is decided."""
    last = stopped_after(run) if plan.experiment.until else None
    return [cell for cell in plan.cells if last is None or cell.block <= last]


class BrokenPlanError(UserError):
    """The plan of a run cannot be read: the file is damaged, or another version of Kerran wrote it."""


def read_plan(run: AnyPath) -> Plan:
    """Read the plan from the folder of a run.

    Raises:
        FileNotFoundError: There is no plan.
        BrokenPlanError: The plan is not valid. The message names the file, the key and the value.
    """
    try:
        return Plan.model_validate_json((run / PLAN_FILE).read_bytes())
    except ValidationError as error:
        raise BrokenPlanError(f"{run}: its {PLAN_FILE} cannot be read: {first_problem(error)}") from None


def find_run(run: str) -> "AnyPath | None":
    """The folder of a run, given its id, ``latest``, its path or its URL; None if there is no such run."""
    path = folders.RUNS / run
    if path.is_file():  # in an object store, the object ``latest`` contains the name of a run
        path = folders.RUNS / path.read_text(encoding="utf-8").strip()
    return next((folder for folder in (path, path_of(run)) if (folder / PLAN_FILE).is_file()), None)
