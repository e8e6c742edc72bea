import pytest

from include.matrix.cluster_and_runner import Placement
from include.matrix.override_values import read_overrides
from include.matrix.validation_errors import ExperimentError


def test_only_an_external_cluster_has_a_connection() -> None:
    assert read_overrides({}).placement == Placement()
    assert Placement(cluster="external:kafka_prod").connection == "kafka_prod"
    assert Placement(cluster="compose").connection is None


@pytest.mark.parametrize(
    ("cluster", "words"),
    [
        ("compsoe", "parameters: cluster: 'compsoe' does not exist; .*did you mean compose"),
        ("external:", "'external:' does not exist; choose from embedded, compose, external:<"),
    ],
)
def test_an_unknown_cluster_is_refused(cluster: str, words: str) -> None:
    with pytest.raises(ExperimentError, match=words):
        read_overrides({"cluster": cluster})
