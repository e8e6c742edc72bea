import pytest

from include.clusters.embedded.metadata_mode import KRaft, ZooKeeper
from include.clusters.embedded.startup import metadata_mode_of
from include.errors import PlatformError


def test_older_releases_are_run_with_zookeeper_and_newer_ones_in_kraft_mode() -> None:
    modes = {
        ZooKeeper: ["0.11.0.0", "1.0.2", "2.8.2", "3.2.3"],
        KRaft: ["3.3.0", "3.3.2", "3.9.1", "4.0.2", "4.3.1", "4.10.0"],
    }
    for mode, releases in modes.items():
        assert {type(metadata_mode_of(release)) for release in releases} == {mode}


@pytest.mark.parametrize(
    ("release", "reason"),
    [
        *(
            (text, r"three numbers, such as 4\.3\.1")
            for text in ("newest", "4.3", "4.3.1-rc1", "../4.3.1", "")
        ),
        ("0.10.2.2", "Kafka release 0.10.2.2 is not supported; releases from 0.11.*to 4.x"),
        ("5.0.0", "Kafka release 5.0.0 is not supported; releases from 0.11.*to 4.x"),
    ],
)
def test_unsupported_releases_are_refused_with_the_supported_range(release: str, reason: str) -> None:
    with pytest.raises(PlatformError, match=reason):
        metadata_mode_of(release)
