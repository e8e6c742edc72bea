"""The last line of a test run says what was not run, and what would enable it."""

import pytest

from include.errors import PlatformError
from tests.session.optional import NotRun, Requirement, refusal


def missing() -> None:
    raise PlatformError("there is no redis-server")


def test_a_requirement_whose_check_passes_is_met() -> None:
    assert refusal(Requirement("Redis", "apt install redis-server", lambda: None)) is None


def test_a_requirement_is_refused_with_the_reason() -> None:
    assert refusal(Requirement("Redis", "apt install redis-server", missing)) == "there is no redis-server"


def test_nothing_is_said_when_every_test_was_run() -> None:
    assert NotRun().sentence(skipped=0) is None


def test_what_was_not_run_is_counted_with_what_would_enable_it() -> None:
    not_run = NotRun()
    for _ in range(5):
        not_run.for_lack_of("rabbitmq-server")
    not_run.for_lack_of("redis-server")
    not_run.for_target("stack")
    assert not_run.sentence(skipped=7) == (
        "7 tests were not run: 5 need RabbitMQ (apt install rabbitmq-server), "
        "1 needs Redis (apt install redis-server), 1 runs by make test-stack."
    )


@pytest.mark.parametrize("marker", ["stack", "releases"])
def test_a_single_test_is_said_in_the_singular(marker: str) -> None:
    not_run = NotRun()
    not_run.for_target(marker)
    assert not_run.sentence(skipped=1) == f"1 test was not run: 1 runs by make test-{marker}."


def test_tests_that_are_skipped_for_another_reason_are_counted_too() -> None:
    assert NotRun().sentence(skipped=2) == "2 tests were not run: 2 for the reasons above."
