import pytest

from include.matrix.placement import RunnerKind, Where, chosen
from include.matrix.validation_errors import ExperimentError


def test_nothing_said_means_processes_on_this_machine() -> None:
    assert chosen(None, None) == Where(cluster="embedded", runner=RunnerKind.PROCESS)


def test_an_external_cluster_is_named_by_its_connection() -> None:
    assert chosen("external:kafka_prod", "container").connection == "kafka_prod"


def test_the_projects_own_clusters_have_no_connection() -> None:
    assert chosen("compose", None).connection is None


@pytest.mark.parametrize(
    ("cluster", "runner", "words"),
    [
        ("compsoe", None, "there is no 'compsoe'; .*did you mean compose"),
        ("external:", None, "there is no 'external:'; there are embedded, compose, and external:<"),
        (None, "containers", "runner: there is no 'containers'; there are process, container; did you mean"),
    ],
)
def test_a_place_that_there_is_not_is_refused(cluster: str | None, runner: str | None, words: str) -> None:
    with pytest.raises(ExperimentError, match=words):
        chosen(cluster, runner)
