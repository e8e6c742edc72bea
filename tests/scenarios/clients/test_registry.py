import pytest

from include.load_runtime.client_choice import ClientChoice
from include.matrix.load import load
from include.matrix.overrides import Overrides
from include.releases.catalogue import listed
from include.scenarios.clients.registry import chosen, client_of, release_problem, speaks_version_2
from include.scenarios.delivery import DeliverySettings
from tests.matrix.conftest import FILES, Write, write

__all__ = ["write"]

NEWEST = listed()[-1].version

WITH_LEVEL = {"semantics": "exactly-once", "lead_in_seconds": 2}

WITH_JAVA = FILES["valid"].replace("  messages: 500\n", "  messages: 500\n  client: java\n")


@pytest.mark.parametrize(
    ("level", "client"),
    [("librdkafka",) * 2, ("java", f"java-{NEWEST}"), ("java-3.9", "java-3.9.2"), ("java-3.9.2",) * 2],
)
def test_the_plan_has_the_release_of_the_client(level: str, client: str) -> None:
    settings = DeliverySettings.model_validate(WITH_LEVEL | {"client": level})
    assert settings.model_dump()["client"] == client


def test_java_speaks_version_2_from_4_0_on_and_a_release_is_planned_if_it_is_known_and_new() -> None:
    clients = [ClientChoice.parse(level) for level in ("librdkafka", "java-3.9.2", "java-4.0.0")]
    assert [speaks_version_2(client) for client in clients] == [False, False, True]
    assert release_problem(ClientChoice("java", "2.4.1"))
    assert release_problem(ClientChoice("java", "2.5.1")) is None
    settings = DeliverySettings.model_validate(WITH_LEVEL | {"client": "java-9.9.0"})
    assert str(settings.client) == "java-9.9.0"
    assert "java-9.9.0 does not exist: 9.9.0 is not among" in (release_problem(settings.client) or "")


@pytest.mark.parametrize("level", ["jav", "java3.9", "java-3", "java-4&a .4.0", "librdkafka-two", ""])
def test_a_client_that_does_not_exist_is_refused(level: str) -> None:
    with pytest.raises(
        ValueError, match="choose from librdkafka or librdkafka-<release>, java or java-<release>"
    ):
        chosen(level)


def test_a_release_is_chosen_by_its_first_numbers_and_any_patch_of_java_can_be_planned() -> None:
    assert release_problem(chosen("java-3.9.1")) is None
    assert release_problem(chosen("java-3.99.1"))

    assert str(chosen("librdkafka-2.5")) == "librdkafka-2.5.3"
    assert str(chosen("librdkafka")) == "librdkafka"
    assert "librdkafka-2.3.1 does not exist: 2.3.1 is not among the" in (
        release_problem(chosen("librdkafka-2.3.1")) or ""
    )


def test_a_java_client_does_not_talk_to_brokers_that_are_too_old_for_it_or_its_copier(write: Write) -> None:
    with pytest.raises(ValueError, match=r"client: java needs Kafka 2\.1 or newer, not 2\.0\.1"):
        load(write(text=WITH_JAVA), Overrides(release="2.0.1"))
    copier = WITH_JAVA.replace("scenario: delivery", "scenario: copy").replace("java", "java-3.9")
    with pytest.raises(ValueError, match=r"client: java-3\.9 needs Kafka 2\.5 or newer, not 2\.4\.1"):
        load(write(text=copier), Overrides(release="2.4.1"))
    assert load(write(text=copier), Overrides(release="2.5.1"))


def test_a_release_gets_the_settings_that_it_has() -> None:
    later = {"fetch.queue.backoff.ms", "retry.backoff.max.ms"}
    known = {}
    for release in ("2.1.1", "2.2.0", "2.3.0"):
        settings = DeliverySettings.model_validate(WITH_LEVEL | {"client": f"librdkafka-{release}"})
        known[release] = later & client_of(settings.client).consumer_settings(settings, "", "").keys()
    assert known == {"2.1.1": set(), "2.2.0": {"fetch.queue.backoff.ms"}, "2.3.0": later}
