import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from tests.extending.assembled import Copy, assembled
from tests.extending.document import DOCUMENT, filled
from tests.extending.examples import EXAMPLES, Example, examples

MOST_ADDED_LINES = {
    "client": 1, "cluster-kind": 2, "fault": 4, "metric": 2, "queue-server": 2, "report-section": 2,
    "scenario": 6, "semantics": 2,
}  # fmt: skip
"""The most lines that an example may add to existing files, by kind."""

KINDS = sorted(MOST_ADDED_LINES)
GENERAL = [
    Path("tests", file)
    for file in (
        "architecture/test_generic_code.py",
        "matrix/test_refusals.py",
        "spark_jobs/measures/test_cell_measures.py",
        "verdicts/test_documented_cases.py",
    )
]
"""Tests of the project that depend on everything that is registered."""

Results = dict[str, list[str]]
"""The failures of each test module; none of one whose tests all passed."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return assembled(tmp_path_factory.mktemp("copy"), examples())


@pytest.fixture(scope="module")
def results(copy: Copy) -> Results:
    """The results of the examples' own tests, but those on real brokers, and of the general tests."""
    report = copy.folder / "results.xml"
    done = copy.test(examples(), "-m", "not brokers", f"--junitxml={report}", *map(str, GENERAL))
    assert report.exists(), done.stdout + done.stderr
    return results_in(report)


def results_in(report: Path) -> Results:
    results: Results = {}
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - written by this test run
        problems = [str(problem.text) for problem in (*case.iter("failure"), *case.iter("error"))]
        results.setdefault(case.attrib["classname"] or case.attrib["name"], []).extend(problems)
    return results


def module_of(test: Path) -> str:
    return ".".join(test.with_suffix("").parts)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS, None])
def test_an_example_passes_its_own_tests_and_all_pass_the_general_ones(
    results: Results, kind: str | None
) -> None:
    tests = [test for test in (Example(kind).tests if kind else GENERAL) if "e2e" not in test.parts]
    assert tests
    assert [results[module_of(test)] for test in tests] == [[] for _ in tests]


def test_every_kind_has_an_example_that_adds_few_single_lines_to_existing_files() -> None:
    assert [example.kind for example in examples()] == KINDS
    for example in examples():
        assert 1 <= len(example.added_lines) <= MOST_ADDED_LINES[example.kind]
        for line in example.added_lines:
            assert "\n" not in line.text
            assert (EXAMPLES.parents[1] / line.file).is_file()


@pytest.mark.slow
def test_the_examples_keep_to_the_import_contracts(copy: Copy) -> None:
    done = copy.run("lint-imports")
    assert done.returncode == 0, done.stdout + done.stderr


TEXT = DOCUMENT.read_text(encoding="utf-8")
FILL = "to write them anew: .venv/bin/python -m tests.extending.document"


def test_blocks_behind_links_are_the_files_of_the_examples_and_links_lead_to_files() -> None:
    assert filled(TEXT) == TEXT, FILL
    links = re.findall(r"\]\((?!#)([^)]+)\)", TEXT)
    assert links
    assert [link for link in links if not (DOCUMENT.parent / link).exists()] == []
    link = "[lines](examples/metric/added-lines.toml)"
    filled_once = filled(f"See {link}.\n\n{link}\n\nText.\n")
    assert filled_once.count("```toml\n[[line]]\n") == 1
    assert filled(filled_once.replace("sending", "another")) == filled_once


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.kind)
def test_the_lines_that_an_example_adds_are_shown(example: Example) -> None:
    assert f"[added-lines.toml](examples/{example.kind}/added-lines.toml)\n\n```toml" in TEXT


@pytest.mark.brokers
def test_cells_of_the_examples_are_run_and_judged(tmp_path: Path, embedded_cluster: EmbeddedCluster) -> None:
    added = [Example("scenario"), Example("client")]
    copy = assembled(tmp_path / "copy", added)
    done = copy.test(added, "-m", "brokers", "--cluster", str(embedded_cluster.folder))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
