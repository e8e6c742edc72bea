"""Measure a cell, and measure it again while it is invalid for reasons that may be over the next time."""

import logging
from collections.abc import Sequence
from time import monotonic

from include.cells.attempt import move_to_attempts
from include.cells.run import run_cell
from include.cells.runner import Runner
from include.clusters.cluster import Cluster
from include.matrix.plan import Cell, Plan
from include.processes.identity import ProcessIdentity
from include.rawlog.manifest import Manifest, WarmUpRecord
from include.storage.path import AnyPath
from include.verdicts.validity import causes, is_worth_repeating

log = logging.getLogger("kerran")

LONGEST = 600.0
"""Seconds. A cell that took longer isn't repeated: its task has a limit of two hours, and what disturbed it
so long is hardly over at once."""


def run_until_valid(
    run: AnyPath,
    plan: Plan,
    cell: Cell,
    cluster: Cluster,
    runner: Runner,
    warm_up: WarmUpRecord | None,
    idle: Sequence[ProcessIdentity] = (),
) -> None:
    """Measure a cell, unless it is sealed; what is invalid is kept aside, the last attempt is not.

    Raises:
        CellError: an attempt failed.
    """
    for left in range(plan.conditions.attempts - 1, -1, -1):
        began = monotonic()
        manifest = run_cell(run, plan, cell, cluster, runner, warm_up, idle)
        if manifest is None or not causes(manifest):
            return
        is_repeated = left > 0 and is_worth_repeating(manifest) and monotonic() - began < LONGEST
        _tell(manifest, "measuring it again" if is_repeated else "it stays as it is")
        if not is_repeated:
            return
        move_to_attempts(run, cell.id)


def _tell(manifest: Manifest, what_follows: str) -> None:
    reasons = "; ".join(causes(manifest))
    log.warning("Attempt %d is invalid: %s. %s.", manifest.attempt, reasons, what_follows.capitalize())
