import pytest

from include.matrix.cluster_kinds.registry import RunnerKind
from include.matrix.placement import Placement, chosen
from include.matrix.validation_errors import ExperimentError


def test_the_default_placement_is_processes_and_only_an_external_cluster_has_a_connection() -> None:
    assert chosen(None, None) == Placement(cluster="embedded", runner=RunnerKind.PROCESS)
    assert chosen("external:kafka_prod", "container").connection == "kafka_prod"
    assert chosen("compose", None).connection is None


@pytest.mark.parametrize(
    ("cluster", "runner", "words"),
    [
        ("compsoe", None, "cluster: 'compsoe' does not exist; .*did you mean compose"),
        ("external:", None, "'external:' does not exist; choose from embedded, compose, external:<"),
        (None, "containers", "'containers' does not exist; choose from process, container; did you mean"),
    ],
)
def test_an_unknown_placement_is_refused(cluster: str | None, runner: str | None, words: str) -> None:
    with pytest.raises(ExperimentError, match=words):
        chosen(cluster, runner)
