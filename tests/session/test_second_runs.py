import pytest

from tests.session.second_runs import MOST, SecondRuns

pytest_plugins = ["pytester"]
BEGINNING = "import pytest\nruns = []\nbrokers = pytest.mark.brokers\n"

PASSES_AGAIN = """
@brokers
def test_brokers():
    runs.append("brokers")
    assert runs == ["brokers", "other", "brokers"], "too early"

def test_other():
    runs.append("other")
"""
FIRST_RUN = "*first run of test_it.py::test_brokers*"

FAILS_AGAIN = """
@brokers
def test_brokers():
    runs.append(1)
    assert not runs, len(runs)
"""
TWO_FAILURES = ["*AssertionError: 2*", "*AssertionError: 1*", "FAILED AT FIRST * alone: failed"]

WITHOUT_BROKERS = """
def test_it():
    runs.append(1)
    assert len(runs) == 2
"""

MANY = f"""
@brokers
@pytest.mark.parametrize("number", range({MOST + 1}))
def test_it(number):
    runs.append(1)
    assert len(runs) > {MOST + 1}
"""

SERVER = """
@pytest.fixture(scope="session")
def server():
    runs.append("start")
    assert FAILING != "before" or len(runs) > 1, "no server"
    yield
    assert FAILING != "after" or len(runs) > 1, "it did not end"

@brokers
def test_brokers(server):
    pass
"""


@pytest.mark.parametrize(
    ("source", "exit_code", "lines"),
    [
        (PASSES_AGAIN, 0, [FIRST_RUN, "*too early*", "FAILED AT FIRST *test_brokers; alone: passed"]),
        (FAILS_AGAIN, 1, TWO_FAILURES),
        (WITHOUT_BROKERS, 1, []),
        (MANY, 1, ["FAILED AT FIRST *test_it?0?; alone: was not run again"]),
        (f"FAILING = 'before'{SERVER}", 0, ["FAILED AT FIRST * alone: passed"]),
        (f"FAILING = 'after'{SERVER}", 0, ["FAILED AT FIRST * alone: passed"]),
    ],
    ids=["passes again", "fails again", "without brokers", "many", "server before", "server after"],
)
def test_a_few_failed_tests_on_brokers_are_run_again_after_the_others(
    pytester: pytest.Pytester, source: str, exit_code: int, lines: list[str]
) -> None:
    pytester.makeini("[pytest]\nmarkers = brokers\naddopts = -p no:cacheprovider")
    pytester.makepyfile(test_it=BEGINNING + source)
    done = pytester.runpytest_inprocess(plugins=[SecondRuns()])
    assert done.ret == exit_code
    done.stdout.fnmatch_lines(lines)
    assert any(line.startswith("FAILED AT FIRST") for line in done.outlines) is bool(lines)
