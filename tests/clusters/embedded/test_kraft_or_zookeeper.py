import pytest

from include.clusters.embedded.kraft import KRaft
from include.clusters.embedded.startup import metadata_mode_of
from include.clusters.embedded.zookeeper import ZooKeeper
from include.errors import PlatformError


@pytest.mark.parametrize(
    ("mode", "releases"),
    [
        (ZooKeeper, ["0.11.0.0", "1.0.2", "2.8.2", "3.2.3"]),
        (KRaft, ["3.3.0", "3.3.2", "3.9.1", "4.0.2", "4.3.1", "4.10.0"]),
    ],
)
def test_older_releases_are_run_with_zookeeper_and_newer_ones_in_kraft_mode(
    mode: type[KRaft | ZooKeeper], releases: list[str]
) -> None:
    assert all(isinstance(metadata_mode_of(release), mode) for release in releases)


@pytest.mark.parametrize("release", ["0.10.2.2", "5.0.0"])
def test_unsupported_releases_are_refused_with_the_supported_range(release: str) -> None:
    with pytest.raises(
        PlatformError, match=rf"Kafka release {release} is not supported; releases from 0.11.*to 4.x"
    ):
        metadata_mode_of(release)


@pytest.mark.parametrize("release", ["newest", "4.3", "4.3.1-rc1", "../4.3.1", ""])
def test_a_text_that_is_not_a_version_is_refused(release: str) -> None:
    with pytest.raises(PlatformError, match=r"three numbers, such as 4\.3\.1"):
        metadata_mode_of(release)
