from pathlib import Path

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from tests.extending.assembled import assembled
from tests.extending.examples import Example

pytestmark = pytest.mark.brokers


def test_cells_of_the_examples_are_run_and_judged(tmp_path: Path, embedded_cluster: EmbeddedCluster) -> None:
    added = [Example("scenario"), Example("client")]
    copy = assembled(tmp_path / "copy", added)
    done = copy.test(added, "-m", "brokers", "--cluster", str(embedded_cluster.folder))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
