"""Measure a cell, and measure it again while it is invalid for a reason that may be temporary."""

import logging
from collections.abc import Sequence
from time import monotonic

from include.cells.attempt import move_to_attempts
from include.cells.run import BrokerHistory, run_cell
from include.cells.runner import Runner
from include.clusters.cluster import Cluster
from include.matrix.plan import Cell, Plan
from include.processes.identity import ProcessIdentity
from include.rawlog.manifest import Manifest
from include.storage.path import AnyPath
from include.verdicts.validity import causes, is_worth_repeating

log = logging.getLogger("kerran")

MAX_REPEATED_SECONDS = 600.0
"""A cell that took longer is not measured again.

Its task has a time limit of two hours, and a disturbance that lasted so long hardly ends soon."""


def run_until_valid(
    run: AnyPath,
    plan: Plan,
    cell: Cell,
    cluster: Cluster,
    runner: Runner,
    history: BrokerHistory,
    idle_brokers: Sequence[ProcessIdentity] = (),
) -> None:
    """Measure a cell until it is valid or its attempts are used up; do nothing if it is sealed.

    Invalid attempts are moved to ``attempts/``, except the last one, which stays the measurement of the cell.
    The arguments are those of ``run_cell``.
    """
    for attempts_left in range(plan.conditions.attempts - 1, -1, -1):
        began = monotonic()
        manifest = run_cell(run, plan, cell, cluster, runner, history, idle_brokers)
        if manifest is None or not causes(manifest):
            return
        is_short = monotonic() - began < MAX_REPEATED_SECONDS
        is_repeated = is_worth_repeating(manifest) and is_short and attempts_left > 0
        _warn(manifest, "The cell is measured again." if is_repeated else "The cell is not measured again.")
        if not is_repeated:
            return
        move_to_attempts(run, cell.id)


def _warn(manifest: Manifest, consequence: str) -> None:
    reasons = "; ".join(causes(manifest))
    log.warning("Attempt %d is invalid: %s. %s", manifest.attempt, reasons, consequence)
