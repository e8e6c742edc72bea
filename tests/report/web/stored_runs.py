"""Runs as the pages find them: only the small files that the pages read."""

import json
from pathlib import Path
from typing import Any

from include.machine import folders

PLAN = {
    "run_id": "any",
    "created": "2026-11-23T09:45:00Z",
    "release": "4.1.0",
    "experiment": {"name": "cost", "title": "What guarantees cost", "question": "What does each cost?"},
}

VERDICT = {
    "version": 1, "experiment": "cost", "release": "4.1.0", "result": "good", "reasons": [], "cells": 12,
}  # fmt: skip

REPORT = "<!doctype html><title>The report</title><style>p { color: red }</style><p>Nothing was lost.</p>"

ADDRESSES = (
    *("/", "/runs", "/histories", "/comparisons", "/docs", "/openapi.json", "/anything/else"),
    *("/runs/cost-1", "/runs/cost-1/report/index.html", "/runs/cost-1/results/verdict.json"),
    *("/history/cost/index.html", "/dag-run?dag_id=run_experiment&run_id=manual__1"),
)
"""An address of each kind, of which some do not exist."""


def put(path: str, content: str | bytes) -> None:
    file = Path(str(folders.RUNS)) / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)


def put_run(
    name: str,
    *,
    report: str | None = REPORT,
    plan: Any = PLAN,
    verdict: Any = VERDICT,
    dag: str | None = "run_experiment",
) -> None:
    """Write a run; what is None is left out."""
    put(f"{name}/plan.json", json.dumps(plan))
    if dag is not None:
        put(f"{name}/dag.txt", f"{dag}\n")
    if verdict is not None:
        put(f"{name}/results/verdict.json", json.dumps(verdict))
    if report is not None:
        put(f"{name}/report/index.html", report)
