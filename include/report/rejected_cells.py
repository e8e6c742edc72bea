"""The sealed cells that could not be measured, as the results name them."""

import json

from include.rawlog.results_folder import results_of_run
from include.storage.path import AnyPath

REJECTED_FILE = "rejected.json"


def read_rejected(run: AnyPath) -> dict[str, str]:
    """The reason for each rejected cell of a run; empty where the run has no results."""
    path = results_of_run(run) / REJECTED_FILE
    if not path.is_file():
        return {}
    return {entry["cell"]: entry["reason"] for entry in json.loads(path.read_text(encoding="utf-8"))}
