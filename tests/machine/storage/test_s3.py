import os

import pytest

from include.machine.storage.atomic_write import move, put, set_link
from include.machine.storage.path import AnyPath
from include.rawlog.cells_and_results_of_run import results_of_run
from include.spark_jobs.results.result_replacement import new_results

pytestmark = pytest.mark.storage


def test_a_written_object_is_read_back_whole_and_a_missing_one_is_a_missing_file(runs: AnyPath) -> None:
    put(runs / "a" / "plan.json", "{}")
    assert (runs / "a" / "plan.json").read_bytes() == b"{}"
    assert (runs / "a" / "plan.json").is_file()
    assert (runs / "a").is_dir()
    assert not (runs / "a" / "plan").exists()
    with pytest.raises(FileNotFoundError, match=r"plan\.json"):
        (runs / "b" / "plan.json").read_bytes()
    content = os.urandom(25 * 2**20)
    put(runs / "a" / "sent.parquet", content)
    assert (runs / "a" / "sent.parquet").read_bytes() == content


def test_manifests_are_found_below_their_cells_and_nowhere_else(runs: AnyPath) -> None:
    for name in ("cells/a/manifest.json", "cells/b/sent.parquet", "cells/b/c/manifest.json", "manifest.json"):
        put(runs / name, "")
    manifests = [str(file) for file in (runs / "cells").glob("*/manifest.json")]
    assert manifests == [f"{runs}/cells/a/manifest.json"]
    assert list((runs / "none").glob("*/manifest.json")) == []


def test_a_moved_folder_is_removed_from_its_old_place(runs: AnyPath) -> None:
    put(runs / "cells" / "a" / "producer.log", "first")
    put(runs / "cells" / "ab" / "producer.log", "another's")
    move(runs / "cells" / "a", runs / "attempts" / "a.1")
    assert (runs / "attempts" / "a.1" / "producer.log").read_text() == "first"
    assert not (runs / "cells" / "a").exists()
    assert (runs / "cells" / "ab" / "producer.log").read_text() == "another's"


def test_latest_is_an_object_that_names_the_run_and_none_can_be_opened_for_writing(runs: AnyPath) -> None:
    for name in ("first", "second"):
        set_link(runs / "latest", name)
    assert (runs / "latest").read_text() == "second\n"
    with pytest.raises(NotImplementedError, match="written whole"), (runs / "a").open("w") as file:
        file.write("half")
    assert not (runs / "a").exists()


def test_results_are_replaced_by_the_switch_of_one_object(runs: AnyPath) -> None:
    run = runs / "a"
    for content in ("former", "new"):
        with new_results(run) as folder:
            (folder / "cells.csv").write_text(content)
        assert (results_of_run(run) / "cells.csv").read_text() == content
        assert (run / "results" / "cells.csv").read_text() == content
    assert (run / "results" / "current").read_text().strip() == results_of_run(run).name
    former, new = sorted(entry.name for entry in (run / "results").iterdir() if entry.is_dir())
    assert new == results_of_run(run).name
    assert (run / "results" / former / "cells.csv").read_text() == "former"
