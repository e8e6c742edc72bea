from pathlib import Path

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from tests.extending.assembled import Copy, assembled
from tests.extending.examples import EXAMPLES, Example, examples

MOST_ADDED_LINES = {
    "client": 1, "cluster-kind": 2, "fault": 4, "metric": 3, "queue-server": 2, "report-section": 2,
    "scenario": 3, "semantics": 2,
}  # fmt: skip
"""The most lines that an example may add to existing files, by kind."""

PARAMETERS = "include/settings/fault_parameters.py"
"""The file to which an example adds a class, which counts as a line: the parameters of a fault."""

GENERAL = (
    "tests/architecture/test_generic_code.py", "tests/architecture/test_doors.py",
    "tests/architecture/test_registries.py", "tests/plan/test_refusals.py",
    "tests/spark_jobs/measures/test_cell_measures.py", "tests/verdicts/test_documented_cases.py",
)  # fmt: skip
"""Tests of the project that depend on everything that is registered."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return assembled(tmp_path_factory.mktemp("copy"), examples())


@pytest.mark.slow
def test_the_examples_pass_their_own_tests_and_the_general_ones(copy: Copy) -> None:
    done = copy.test(examples(), "-m", "not brokers", "-rA", *GENERAL)
    assert done.returncode == 0, done.stdout + done.stderr
    tests = [str(test) for example in examples() for test in example.tests if "e2e" not in test.parts]
    assert [test for test in tests if f"PASSED {test}" not in done.stdout] == []


def test_every_kind_has_an_example_with_tests_that_adds_few_lines_to_files() -> None:
    assert [example.kind for example in examples()] == sorted(MOST_ADDED_LINES)
    for example in examples():
        assert [test for test in example.tests if "e2e" not in test.parts]
        assert 1 <= len(example.added_lines) <= MOST_ADDED_LINES[example.kind]
        for line in example.added_lines:
            assert "\n" not in line.text or line.file == PARAMETERS
            assert (EXAMPLES.parents[1] / line.file).is_file()


@pytest.mark.slow
def test_the_examples_keep_to_the_import_contracts(copy: Copy) -> None:
    done = copy.run("lint-imports")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.brokers
def test_cells_of_the_examples_are_run_and_judged(tmp_path: Path, embedded_cluster: EmbeddedCluster) -> None:
    added = [Example("scenario"), Example("client")]
    copy = assembled(tmp_path / "copy", added)
    done = copy.test(added, "-m", "brokers", "--cluster", str(embedded_cluster.folder))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
