import pytest

from tests.session.second_runs import MOST, SecondRuns

pytest_plugins = ["pytester"]

ORDER = "import pytest\nruns = []\nbrokers = pytest.mark.brokers\n"


def run(pytester: pytest.Pytester, source: str) -> pytest.RunResult:
    """A test run with this module."""
    pytester.makeini("[pytest]\nmarkers = brokers\naddopts = -p no:cacheprovider")
    pytester.makepyfile(test_it=ORDER + source)
    return pytester.runpytest_inprocess(plugins=[SecondRuns()])


def test_a_test_that_passes_when_it_is_run_again_is_named_only(pytester: pytest.Pytester) -> None:
    done = run(
        pytester,
        """
@brokers
def test_brokers():
    runs.append("brokers")
    assert runs == ["brokers", "other", "brokers"], "too early"

def test_other():
    runs.append("other")
""",
    )
    assert done.ret == 0
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(
        [
            "*first run of test_it.py::test_brokers*",
            "*too early*",
            "FAILED AT FIRST *test_brokers; alone: passed",
        ]
    )


def test_a_test_that_fails_again_fails_the_run(pytester: pytest.Pytester) -> None:
    done = run(pytester, "@brokers\ndef test_brokers():\n    runs.append(1)\n    assert not runs, len(runs)")
    assert done.ret == 1
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        ["*AssertionError: 2*", "*AssertionError: 1*", "FAILED AT FIRST * alone: failed"]
    )


def test_a_test_without_brokers_is_not_run_again(pytester: pytest.Pytester) -> None:
    done = run(pytester, "def test_it():\n    runs.append(1)\n    assert len(runs) == 2")
    assert done.ret == 1
    done.stdout.no_fnmatch_line("FAILED AT FIRST*")


def test_where_many_tests_fail_none_is_run_again_and_the_run_fails(pytester: pytest.Pytester) -> None:
    many = f"@pytest.mark.parametrize('number', range({MOST + 1}))\n"
    done = run(
        pytester,
        f"@brokers\n{many}def test_it(number):\n    runs.append(1)\n    assert len(runs) > {MOST + 1}",
    )
    assert done.ret == 1
    done.stdout.fnmatch_lines(["FAILED AT FIRST *test_it?0?; alone: was not run again"])


@pytest.mark.parametrize("failing", ["before", "after"])
def test_a_server_that_fails_is_started_again(pytester: pytest.Pytester, failing: str) -> None:
    done = run(
        pytester,
        f"""
@pytest.fixture(scope="session")
def server():
    runs.append("start")
    assert "{failing}" != "before" or len(runs) > 1, "no server"
    yield
    assert "{failing}" != "after" or len(runs) > 1, "it did not end"

@brokers
def test_brokers(server):
    pass
""",
    )
    assert done.ret == 0
    done.stdout.fnmatch_lines(["FAILED AT FIRST * alone: passed"])
