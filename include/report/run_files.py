"""Read what a run left on disk, as far as it is there."""

import json
from io import BytesIO, StringIO

import pandas as pd
from pydantic import ValidationError

from include.matrix.plan import Plan
from include.matrix.validation_errors import first_problem
from include.rawlog.failure import Failure, read_failure
from include.rawlog.manifest import Manifest, read_manifest
from include.rawlog.results_folder import results_of_run
from include.rawlog.seals import CELLS_FOLDER
from include.storage.path import AnyPath

REJECTED_FILE = "rejected.json"


def read_result(folder: AnyPath, name: str) -> pd.DataFrame:
    """A table of the results, from Parquet where there is a Parquet file: it keeps every digit."""
    path = results_of_run(folder) / name
    if path.with_suffix(".parquet").exists():
        return pd.read_parquet(BytesIO(path.with_suffix(".parquet").read_bytes()))
    if path.with_suffix(".csv").is_file() and (text := path.with_suffix(".csv").read_text(encoding="utf-8")):
        return pd.read_csv(StringIO(text))
    return pd.DataFrame()


def read_manifests(folder: AnyPath, plan: Plan) -> tuple[dict[str, Manifest], dict[str, str]]:
    """The manifests of the sealed cells, and the reason for each manifest that cannot be read."""
    manifests, unreadable = {}, {}
    for cell in plan.cells:
        try:
            manifests[cell.id] = read_manifest(folder / CELLS_FOLDER / cell.id)
        except FileNotFoundError:
            continue
        except ValidationError as error:
            unreadable[cell.id] = f"the manifest cannot be read: {first_problem(error)}"
    return manifests, unreadable


def read_failures(folder: AnyPath, plan: Plan, manifests: dict[str, Manifest]) -> dict[str, Failure]:
    """The failures of the cells that have no manifest."""
    failures = {}
    for cell in plan.cells:
        if cell.id in manifests:
            continue
        try:
            failures[cell.id] = read_failure(folder / CELLS_FOLDER / cell.id)
        except FileNotFoundError:
            continue
    return failures


def read_rejected(run: AnyPath) -> dict[str, str]:
    """The reason for each rejected cell of a run; empty where the run has no results."""
    path = results_of_run(run) / REJECTED_FILE
    if not path.is_file():
        return {}
    return {entry["cell"]: entry["reason"] for entry in json.loads(path.read_text(encoding="utf-8"))}
