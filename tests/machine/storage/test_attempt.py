from pathlib import Path

import numpy as np
import pytest

from bench.raw_logs import check, generate_cell
from include.cells.attempt_folder import AttemptFolder
from include.machine.storage.object_store_errors import StorageError
from include.machine.storage.path import AnyPath
from include.rawlog.cells_and_results_of_run import is_sealed, read_failure, sealed_cells
from include.rawlog.manifest import read_manifest
from tests.machine.storage.conftest import Connect
from tests.machine.storage.cut import CutNetwork
from tests.machine.storage.sealing import attempt_of, seal
from tests.machine.storage.server import Server

pytestmark = pytest.mark.storage

CELL = "at-least-once.r01"


def raw_log(tmp_path: Path, messages: int = 300) -> Path:
    folder = tmp_path / "made" / CELL
    generate_cell(folder, 0, messages, np.random.default_rng(1))
    return folder


def test_a_sealed_cell_matches_its_manifest_and_no_local_raw_log_stays(runs: AnyPath, tmp_path: Path) -> None:
    log = raw_log(tmp_path)
    attempt = seal(runs / "first", log)
    assert check(runs / "first" / "cells" / CELL) == read_manifest(log)
    assert [str(cell) for cell in sealed_cells(runs / "first")] == [f"{runs}/first/cells/{CELL}"]
    assert attempt.folder == tmp_path / "state" / "work" / "first" / "cells" / CELL
    assert sorted(file.name for file in attempt.folder.iterdir()) == ["manifest.json", "producer.log"]


def test_a_failed_attempt_leaves_its_reason_and_its_programs_output(runs: AnyPath) -> None:
    attempt = AttemptFolder(runs / "first", CELL)
    (attempt.folder / "producer.log").write_text("out of memory\n")
    attempt.fail("producer was ended by signal 9", "producer")
    failure = read_failure(runs / "first" / "cells" / CELL)
    assert (failure.reason, failure.output) == ("producer was ended by signal 9", ["out of memory"])
    assert (runs / "first" / "cells" / CELL / "producer.log").read_text() == "out of memory\n"
    assert not is_sealed(runs / "first" / "cells" / CELL)


def test_a_failed_or_killed_attempt_is_kept_and_the_next_is_sealed(runs: AnyPath, tmp_path: Path) -> None:
    AttemptFolder(runs / "first", CELL).fail("the first", None)
    (AttemptFolder(runs / "first", CELL).folder / "producer.log").write_text("and then")
    assert seal(runs / "first", raw_log(tmp_path)).number == 3
    assert read_failure(runs / "first" / "attempts" / f"{CELL}.1").reason == "the first"
    assert (runs / "first" / "attempts" / f"{CELL}.2" / "producer.log").read_text() == "and then"
    assert not (runs / "first" / "cells" / CELL / "failure.json").exists()


@pytest.mark.parametrize("messages", [5_000, 1_000_000], ids=["in one request", "in several"])
def test_a_cell_whose_upload_is_cut_is_not_sealed_until_it_is_run_again(
    runs: AnyPath, server: Server, connect: Connect, tmp_path: Path, messages: int
) -> None:
    log = raw_log(tmp_path, messages)
    largest = max(file.stat().st_size for file in log.glob("*.parquet"))
    network = CutNetwork(server.port, largest // 2)
    connect(server.environment(network.port))
    attempt = attempt_of(runs / "first", log)
    with pytest.raises(StorageError, match=r"\.parquet: 127\.0\.0\.1:\d+ cannot be reached, or"):
        attempt.seal(read_manifest(log))
    assert network.is_cut
    connect(server.environment())
    assert not is_sealed(runs / "first" / "cells" / CELL)
    assert not is_sealed(attempt.folder)
    assert seal(runs / "first", log).number == 2
    assert check(runs / "first" / "cells" / CELL) == read_manifest(log)
