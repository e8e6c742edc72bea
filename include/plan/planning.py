"""Make the plan of an experiment, and write it to the folder of a run."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

from include.kinds.grouping import grouped
from include.machine.storage.atomic_write import put
from include.machine.storage.path import AnyPath
from include.plan.cluster_and_runner import Placement
from include.plan.conditions import DEFAULT_CONDITIONS, Conditions, planned_cores
from include.plan.experiment import Experiment
from include.plan.plan import PLAN_FILE, LoweredRate, Plan
from include.plan.run_id import validate_run_id
from include.plan.treatment import Cell, Treatment
from include.plan.treatments import treatments

DEFAULT_PLACEMENT = Placement()
"""The default cluster and runner."""


def make_plan(
    experiment: Experiment,
    run_id: str,
    placement: Placement = DEFAULT_PLACEMENT,
    conditions: Conditions = DEFAULT_CONDITIONS,
) -> Plan:
    """Resolve an experiment into the cells of a run.

    The same experiment and seed give the same cells in the same order. If the brokers are started only once,
    additional repetitions only append blocks to the plan.
    """
    all_treatments = treatments(experiment)
    return Plan(
        run_id=validate_run_id(run_id),
        created=datetime.now(UTC),
        experiment=experiment,
        release=experiment.release,
        placement=placement,
        conditions=conditions,
        cores=planned_cores(experiment.cores),
        treatments=all_treatments,
        cells=list(ordered_cells(experiment, all_treatments)),
    )


RATE_DIVISORS = (1, 2, 4, 10)
"""The numbers by which a rate may be divided for a slow machine. The scale is coarse, so that runs on one
machine have the same rate."""


def with_bearable_rate(plan: Plan, sustained: float) -> Plan:
    """The plan with a rate that the machine bears, if its experiment has a ``sustained_share``.

    ``sustained`` is the rate in messages/s that the warm-up sustained in transactions.
    """
    experiment, share = plan.experiment, plan.experiment.sustained_share
    if share is None:
        return plan
    planned = float(experiment.constants["rate"])
    rates = [planned / divisor for divisor in RATE_DIVISORS]
    rate = next((rate for rate in rates if rate <= share * sustained), rates[-1])
    if rate == planned:
        return plan
    constants = {**experiment.constants, "rate": rate}
    lowered = make_plan(
        experiment.model_copy(update={"constants": constants}), plan.run_id, plan.placement, plan.conditions
    )
    reason = LoweredRate(planned=planned, sustained=sustained)
    return lowered.model_copy(update={"created": plan.created, "lowered_rate": reason})


def ordered_cells(experiment: Experiment, all_treatments: list[Treatment]) -> Iterator[Cell]:
    """Yield the cells block after block.

    Each block contains every treatment once, in a new random order. After each start of the brokers, one or
    more consecutive blocks run. The blocks are divided evenly among the starts: the numbers of blocks of any
    two starts differ by at most one. Cells that differ only in their arm follow one another, because they are
    compared in pairs.
    """
    random = Random(experiment.seed)
    digits = max(2, len(str(experiment.most_repetitions)))
    order = 0
    for block in range(1, experiment.most_repetitions + 1):
        start = 1 + (block - 1) * experiment.starts // experiment.most_repetitions
        for treatment in shuffled(all_treatments, random):
            yield Cell(
                id=f"{treatment.id}.r{block:0{digits}}",
                treatment=treatment.id,
                block=block,
                order=order,
                start=start,
                settings=treatment.settings,
                arm=treatment.arm,
            )
            order += 1


def shuffled(all_treatments: list[Treatment], random: Random) -> Iterator[Treatment]:
    """Yield treatments in random order. Treatments that differ only in their arm follow one another."""
    arms = list(grouped(all_treatments, lambda treatment: treatment.combination).values())
    for group in random.sample(arms, k=len(arms)):
        yield from random.sample(group, k=len(group)) if len(group) > 1 else group


def write_plan(run: AnyPath, plan: Plan) -> None:
    """Write the plan to the folder of a new run in one step."""
    path = run / PLAN_FILE
    if path.exists():
        raise FileExistsError(f"{path}: the run has a plan already; complete it, or choose another run id")
    put(path, plan.model_dump_json(indent=2))
