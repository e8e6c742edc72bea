"""Execute the notebook docs/results.ipynb, with a run of the tests as the latest one.

.venv/bin/python -m tests.notebooks.execute
"""

import ast
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd

from include.machine import folders
from include.machine.folders import ROOT
from include.machine.storage.atomic_write import set_link
from tests.recorded_runs.runs import copy_of

NOTEBOOK = ROOT / "docs" / "results.ipynb"


def executed(notebook: Mapping[str, Any]) -> dict[str, Any]:
    """Run all code cells in one namespace, and return the notebook with their outputs."""
    namespace: dict[str, Any] = {}
    cells: list[dict[str, Any]] = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell = {**cell, "execution_count": len(cells) + 1}
            cell["outputs"] = list(_outputs("".join(cell["source"]), namespace, cell["execution_count"]))
        cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, namespace: dict[str, Any], count: int) -> Iterator[dict[str, Any]]:
    """Run the statements of a cell, and yield what it printed and the value of its last expression."""
    statements = ast.parse(source).body
    last = statements[-1] if statements and isinstance(statements[-1], ast.Expr) else None
    printed, value = StringIO(), None
    with redirect_stdout(printed):
        before = ast.Module(statements[: -1 if last else None], [])
        exec(compile(before, "<cell>", "exec"), namespace)  # noqa: S102 - our own notebook
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)  # noqa: S307
    if printed.getvalue():
        yield {"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(True)}
    if value is not None:
        data = {"text/plain": repr(value).splitlines(True)}
        if html := getattr(value, "_repr_html_", None):
            data["text/html"] = html().splitlines(True)
        yield {"output_type": "execute_result", "execution_count": count, "data": data, "metadata": {}}


@contextmanager
def example_run() -> Iterator[Path]:
    """A folder of runs whose latest run is the example."""
    with TemporaryDirectory() as folder:
        runs = Path(folder, "runs")
        set_link(runs / "latest", copy_of("guarantees", runs).name)
        before, folders.RUNS = folders.RUNS, runs
        try:
            with chdir(folder), pd.option_context("display.width", 200, "display.max_columns", 20):
                yield runs
        finally:
            folders.RUNS = before


def read() -> dict[str, Any]:
    return dict(json.loads(NOTEBOOK.read_text(encoding="utf-8")))


def main() -> None:
    """Write the notebook with the outputs of its cells."""
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable, PYTHONPATH=str(ROOT))
    with example_run():
        done = executed(read())
    NOTEBOOK.write_text(json.dumps(done, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
