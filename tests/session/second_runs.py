"""A second run, at the end and by itself, of each test on brokers that failed.

Such a test may fail because other work took the machine. If its second run passes, so does the test run,
but the last lines name the test.
"""

from collections.abc import Iterator

import pytest

AGAIN = "run again"
MOST = 10
"""If more tests fail, they do not fail by chance, and none is run again."""

SHOWN_LINES = 60
"""The most lines that are shown of what failed at first: its end."""


class SecondRuns:
    """The plugin: it holds back the failures of tests on brokers until their second run."""

    def __init__(self) -> None:
        self._first: dict[pytest.Item, list[pytest.TestReport]] = {}
        self._second: dict[str, str] = {}
        self._has_begun = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        """Note a failure of a first run, which is then no failure of the test run."""
        report: pytest.TestReport = yield  # type: ignore[assignment]
        if report.failed and not self._has_begun and item.get_closest_marker("brokers"):
            self._first.setdefault(item, []).append(report)
            report.outcome = AGAIN  # type: ignore[assignment]
        return report  # type: ignore[return-value]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Iterator[None]:
        """Run these tests once more when all others are done; no server of theirs is running then."""
        result = yield
        self._has_begun = True
        if len(self._first) > MOST:
            session.testsfailed += len(self._first)
            return result
        for item in self._first:
            self._second[item.nodeid] = "passed"
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.nodeid in self._second and not report.passed:
            self._second[report.nodeid] = report.outcome

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """The letter of a failure that is held back."""
        return (AGAIN, "A", AGAIN.upper()) if report.outcome == AGAIN else None

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the first failures, and then a line for each test that was run twice."""
        for item, reports in self._first.items():
            terminalreporter.section(f"first run of {item.nodeid}")
            for report in reports:
                written = [report.longreprtext, *(f"{name}:\n{content}" for name, content in report.sections)]
                for text in written:
                    terminalreporter.write_line("\n".join(text.splitlines()[-SHOWN_LINES:]))
        for item in self._first:
            second = self._second.get(item.nodeid, "was not run again")
            terminalreporter.write_line(f"FAILED AT FIRST {item.nodeid}; alone: {second}")
