import os
import subprocess
from pathlib import Path

import pytest

from include.cli.progress import ProgressReader, Stage
from include.machine.storage.path import AnyPath
from include.plan.plan import read_plan
from include.plan.planning import write_plan
from include.report.publish import publish
from include.spark_jobs.job.submission import ENVIRONMENT, command
from include.tasks.planning import plan_run
from tests.machine.storage.conftest import Connect
from tests.machine.storage.cut import CutNetwork
from tests.machine.storage.sealing import generated, seal
from tests.machine.storage.server import PASSWORD, Server
from tests.spark_jobs.without_spark import measure_run

pytestmark = [pytest.mark.storage, pytest.mark.spark]

ONE_WORKER = "local-cluster[1,2,1024]"
"""Its executor is a process of its own, which knows of the storage only what its environment says."""

RESULTS = [f"results/{name}" for name in ("cells.parquet", "cells.csv", "summary.parquet", "summary.csv")]
REPORT = ["report/index.html", "report/report.md"]


def submit(run: AnyPath) -> None:
    environment = {**os.environ, **ENVIRONMENT}
    job = command(run, master=ONE_WORKER)
    ended = subprocess.run(job, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "4 cells measured" in ended.stdout, (run / "results" / "rejected.json").read_text()
    assert PASSWORD not in ended.stdout + ended.stderr + " ".join(job)


def test_results_and_report_are_those_of_a_local_run_without_spark_and_every_file_is_opened_once(
    runs: AnyPath, tmp_path: Path, server: Server, connect: Connect
) -> None:
    cells = plan_run("first", "quick", {"repetitions": 1}).cells
    plan = read_plan(runs / "first")
    raw_logs = generated(tmp_path / "made", plan)
    write_plan(tmp_path / "first", plan)
    for cell in cells:
        seal(runs / "first", raw_logs / "cells" / cell)
        seal(tmp_path / "first", raw_logs / "cells" / cell)
    assert plan_run("first", "quick", {}).cells == []

    network = CutNetwork(server.port, bytes_left=10**12)
    connect(server.environment(network.port))
    submit(runs / "first")
    requests = [query for query in network.requests if query.startswith(b"GET") and b"/cells/" in query]
    opened = [request for request in requests if request.endswith(b".parquet")]
    assert len(opened) == len(set(opened)) == 4 * len(cells)

    measure_run(tmp_path / "first")
    for run in (runs / "first", tmp_path / "first"):
        publish(run)

    for name in RESULTS + REPORT:
        assert (runs / "first" / name).read_bytes() == (tmp_path / "first" / name).read_bytes(), name
    assert ProgressReader(runs / "first", plan, began=0).read().stage is Stage.REPORT
    stored = [file for file in server.data.rglob("*") if file.is_file()]
    assert not any(PASSWORD.encode() in file.read_bytes() for file in stored)


def test_the_report_is_served_as_a_page(runs: AnyPath, tmp_path: Path) -> None:
    plan_run("first", "quick", {"repetitions": 1})
    page = publish(runs / "first")
    assert not isinstance(page, Path)
    with page.fs.fs.open_input_stream(page.path) as stream:
        assert stream.metadata()["Content-Type"].replace(b" ", b"") == b"text/html;charset=utf-8"
