"""What a person asked ``make sweep`` for, checked before anything is started."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from include import folders
from include.cli.preflight import prepare
from include.errors import PlatformError
from include.matrix.load import find
from include.matrix.overrides import Overrides
from include.matrix.plan import PLAN_FILE, Plan, read_plan
from include.matrix.run_id import RunIdError, new_run_id, validate_run_id
from include.matrix.validation_errors import ExperimentError
from include.storage.errors import StorageError
from include.tasks.planning import RunConflictError, resolve

DEFAULT_EXPERIMENT = "quick"

BAD_INPUT = (ExperimentError, RunIdError, RunConflictError, PlatformError, StorageError)
"""What a person can put right; the message says how."""


@dataclass(frozen=True)
class Request:
    """An experiment by its name or file, and a run by its name; None where nothing was said."""

    experiment: str | None
    run: str | None
    overrides: Overrides

    def checked(self, say: Callable[[str], None]) -> Plan:
        """The plan that this stands for, once everything it needs is known to be there.

        Raises:
            Exception: one of ``BAD_INPUT``.
        """
        experiment = self._experiment()
        run_id = (
            validate_run_id(self.run) if self.run else new_run_id(find(experiment).stem, datetime.now(UTC))
        )
        plan = resolve(run_id, experiment, self.overrides)
        prepare(plan, say)
        return plan

    def parameters(self, plan: Plan) -> dict[str, Any]:
        """The DAG's parameters for that plan."""
        return {
            "run": plan.run_id,
            "experiment": self._experiment(),
            **self.overrides.given,
        }

    def _experiment(self) -> str:
        """The experiment asked for, else that of the run to complete, else the default."""
        if self.experiment:
            return str(find(self.experiment).resolve())  # a task's working folder is another
        return self._planned() or DEFAULT_EXPERIMENT

    def _planned(self) -> str | None:
        """The experiment of the run to complete; None where there is no such run."""
        if not self.run:
            return None
        run = folders.RUNS / validate_run_id(self.run)
        return read_plan(run).experiment.name if (run / PLAN_FILE).exists() else None
