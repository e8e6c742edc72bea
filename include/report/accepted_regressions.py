"""The acceptance of a regression by a person: who accepted it, when and why."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, StringConstraints, ValidationError

from include.machine.storage.atomic_write import put
from include.machine.storage.path import AnyPath, read_all
from include.plan.run_id import RESERVED_NAMES
from include.rawlog.cells_and_results_of_run import RESULTS_FOLDER

ACCEPTANCE_FILE = "acceptance.json"

LONGEST_REASON = 500
"""The maximum number of characters of a reason. Reports show a reason as one line."""

OneLine = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, pattern=r"^[^\x00-\x1f]+$")]
"""A text that is not empty, without line breaks and other control characters."""


class Acceptance(BaseModel, extra="forbid", frozen=True):
    """The content of ``results/acceptance.json``."""

    version: Literal[1] = 1
    """The version of the format. It changes when a key is renamed, removed or gets another meaning."""
    run: str
    experiment: str
    arms: dict[str, str]
    """The arms of the run by name, the baseline first. The values are written as in the options
    ``--baseline`` and ``--candidate``."""
    regressions: list[str]
    """The accepted reasons of the verdict. If the run is measured again and its verdict has a reason that is
    not in this list, the run fails."""
    by: OneLine
    """The name in Airflow of the person who accepted the regressions."""
    at: AwareDatetime
    reason: Annotated[OneLine, StringConstraints(max_length=LONGEST_REASON)]

    @property
    def words(self) -> str:
        """The part of a sentence after its subject: who accepted the regressions, when and why."""
        return f"was accepted by {self.by} on {self.at:%Y-%m-%d}: {self.reason}"

    def sentence(self, subject: str) -> str:
        """A sentence that says who accepted ``subject``, when and why."""
        return f"{subject} {self.words.rstrip('.')}."


def write_acceptance(run: AnyPath, acceptance: Acceptance) -> None:
    """Write ``results/acceptance.json`` of a run."""
    put(run / RESULTS_FOLDER / ACCEPTANCE_FILE, acceptance.model_dump_json(indent=2))


def acceptance_of(run: AnyPath) -> Acceptance | None:
    """The acceptance of a run.

    None if nobody accepted the run, or if this version of Kerran cannot read the file.
    """
    try:
        return Acceptance.model_validate_json((run / RESULTS_FOLDER / ACCEPTANCE_FILE).read_bytes())
    except (FileNotFoundError, NotADirectoryError, ValidationError):
        return None


def all_acceptances(runs: AnyPath) -> list[Acceptance]:
    """The acceptances of all runs in a folder of runs, the oldest first."""
    folders = [folder for folder in runs.iterdir() if folder.name not in RESERVED_NAMES]
    return sorted(filter(None, read_all(acceptance_of, folders)), key=lambda acceptance: acceptance.at)


def open_reasons(reasons: list[str], acceptance: Acceptance | None) -> list[str]:
    """The reasons of a verdict, without the reasons that were accepted."""
    accepted_reasons = acceptance.regressions if acceptance else []
    return [reason for reason in reasons if reason not in accepted_reasons]
