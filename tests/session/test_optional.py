from include.errors import PlatformError
from tests.session.optional import NotRun, Requirement, refusal


def missing() -> None:
    raise PlatformError("there is no redis-server")


def test_a_requirement_is_refused_with_the_reason() -> None:
    assert refusal(Requirement("Redis", "apt install redis-server", missing)) == "there is no redis-server"


def test_what_was_not_run_is_counted_with_what_would_enable_it_or_the_reasons_above() -> None:
    not_run = NotRun()
    for _ in range(5):
        not_run.for_lack_of("rabbitmq-server")
    not_run.for_lack_of("redis-server")
    not_run.for_target("stack")
    assert not_run.sentence(skipped=7) == (
        "7 tests were not run: 5 need RabbitMQ (apt install rabbitmq-server), "
        "1 needs Redis (apt install redis-server), 1 runs by make test-stack."
    )
    assert NotRun().sentence(skipped=2) == "2 tests were not run: 2 for the reasons above."
