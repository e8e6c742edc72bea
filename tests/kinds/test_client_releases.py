import pytest

from include.kinds.client_releases import chosen, client_of, release_problem, speaks_version_2
from include.load.client_choice import ClientChoice
from include.machine.releases.kafka_catalogue import listed
from include.scenarios.delivery.settings import DeliverySettings

NEWEST = listed()[-1].version
WITH_LEVEL = {"semantics": "exactly-once", "lead_in_seconds": 2}


@pytest.mark.parametrize(
    ("level", "client"),
    [("librdkafka",) * 2, ("java", f"java-{NEWEST}"), ("java-3.9", "java-3.9.2"), ("java-3.9.2",) * 2],
)
def test_the_plan_has_the_release_of_the_client(level: str, client: str) -> None:
    assert DeliverySettings.model_validate(WITH_LEVEL | {"client": level}).model_dump()["client"] == client


def test_java_speaks_version_2_from_4_0_on_and_a_release_is_planned_if_it_is_known_and_new() -> None:
    clients = [ClientChoice.parse(level) for level in ("librdkafka", "java-3.9.2", "java-4.0.0")]
    assert [speaks_version_2(client) for client in clients] == [False, False, True]
    assert release_problem(ClientChoice("java", "2.4.1"))
    assert release_problem(ClientChoice("java", "2.5.1")) is None


@pytest.mark.parametrize("level", ["jav", "java3.9", "java-3", "java-4&a .4.0", "librdkafka-two", ""])
def test_a_client_that_does_not_exist_is_refused(level: str) -> None:
    with pytest.raises(ValueError, match="choose from librdkafka or librdkafka-<release>, java or java-<rel"):
        chosen(level)


@pytest.mark.parametrize("level", ["java-1.0", "java-2.4", "java-9.9", "librdkafka-1.8"])
def test_two_numbers_of_no_release_are_refused(level: str) -> None:
    with pytest.raises(
        ValueError, match=rf"^{level} does not exist: \d\.\d is not among the \d+ releases of "
    ):
        chosen(level)


def test_a_release_is_chosen_by_its_first_numbers_and_any_patch_of_java_can_be_planned() -> None:
    assert release_problem(chosen("java-3.9.1")) is None
    assert release_problem(chosen("java-3.99.1"))
    assert release_problem(chosen("java-4.99.0")) is None  # the catalogue may be older
    assert release_problem(chosen("java-5.0.0"))
    assert str(chosen("librdkafka-2.5")) == "librdkafka-2.5.3"
    assert str(chosen("librdkafka")) == "librdkafka"
    assert release_problem(chosen("librdkafka-2.3.1"))


def test_a_release_gets_the_settings_that_it_has() -> None:
    later = {"fetch.queue.backoff.ms", "retry.backoff.max.ms"}
    known = {}
    for release in ("2.1.1", "2.2.0", "2.3.0"):
        settings = DeliverySettings.model_validate(WITH_LEVEL | {"client": f"librdkafka-{release}"})
        known[release] = later & client_of(settings.client).consumer_settings(settings, "", "").keys()
    assert known == {"2.1.1": set(), "2.2.0": {"fetch.queue.backoff.ms"}, "2.3.0": later}
