"""A cell of the example scenario runs on real brokers."""

from pathlib import Path

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from tests.extending.assembled import assembled
from tests.extending.examples import Example

pytestmark = pytest.mark.brokers


def test_a_cell_of_the_example_scenario_is_run_measured_and_judged(
    tmp_path: Path, embedded_cluster: EmbeddedCluster
) -> None:
    scenario = Example("scenario")
    copy = assembled(tmp_path / "copy", [scenario])
    done = copy.test([scenario], "-m", "brokers", "--cluster", str(embedded_cluster.folder))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
