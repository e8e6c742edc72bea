import pytest

from include.judging.deployment import Deployment, deployment_of
from include.matrix.validation_errors import ExperimentError


def test_a_topic_has_the_in_sync_replicas_of_the_option_or_kafkas_default() -> None:
    assert [deployment_of("", text).min_insync_replicas for text in ("", "1", "3")] == [1, 1, 3]
    assert deployment_of("java-3.9", "") == Deployment(None)
    assert deployment_of("java-3.9", "1") == Deployment(1)  # the same value as given


@pytest.mark.parametrize("text", ["0", "4", "-1", "many", "1.5", " 2", "²"])
def test_a_number_that_a_topic_with_three_replicas_cannot_have_is_refused(text: str) -> None:
    with pytest.raises(ExperimentError) as error:
        deployment_of("", text)
    assert str(error.value) == (
        f"--min-insync-replicas: {text!r} is not a whole number from 1 to 3, which is the number of replicas "
        "of the topics in judged cells"
    )


def test_a_release_is_known_if_the_user_names_it() -> None:
    known = {"": False, "java": False, "java-3.9": True, "java-2.8.2": True}
    assert {client: deployment_of(client, "").is_release_known for client in known} == known
