import errno
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from include.clusters.embedded.cluster import EmbeddedBroker, EmbeddedCluster
from include.clusters.embedded.disk.unflushed_data import ATTRIBUTE, check_attributes, lose_unflushed
from include.machine.errors import PlatformError


def file_of(path: Path, size: int, flushed: int | None = None) -> Path:
    """A file of this size, of which some bytes were flushed; None: it was never flushed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    if flushed is not None:
        os.setxattr(path, ATTRIBUTE, str(flushed).encode())
    return path


def sizes(folder: Path) -> dict[str, int]:
    return {str(file.relative_to(folder)): file.stat().st_size for file in sorted(folder.rglob("*.*"))}


def test_segments_and_snapshots_are_cut_back_to_what_was_flushed_and_nothing_else_is_touched(
    tmp_path: Path,
) -> None:
    broker = tmp_path / "data" / "1"
    file_of(broker / "t-0" / "000.log", 100, 100)
    file_of(broker / "t-0" / "010.log", 100, 60)
    file_of(broker / "t-0" / "010.index", 10)
    file_of(broker / "t-0" / "010.snapshot", 10)
    file_of(broker / "t-0" / "020.log", 50)
    file_of(broker / "__transaction_state-0" / "000.log", 100)
    file_of(broker / "recovery-point-offset-checkpoint", 10)
    decoys = [
        file_of(tmp_path / "data" / "2" / "t-0" / "000.log", 100),
        file_of(tmp_path / "data" / "11" / "t-0" / "000.log", 100),
        file_of(tmp_path / "t-0" / "000.log", 100),
        file_of(broker / "000.log", 100),
    ]
    assert lose_unflushed(broker, tmp_path / "data") == 40 + 10 + 50 + 100
    assert sizes(broker / "t-0") == {"000.log": 100, "010.log": 60, "010.index": 10, "010.snapshot": 0}
    assert sizes(broker / "__transaction_state-0") == {"000.log": 0}
    assert [decoy.stat().st_size for decoy in decoys] == [100] * 4
    assert (broker / "recovery-point-offset-checkpoint").stat().st_size == 10


def test_a_segment_of_which_more_was_flushed_than_is_left_stays_as_it_is(tmp_path: Path) -> None:
    log = file_of(tmp_path / "1" / "t-0" / "000.log", 100, 200)
    assert (lose_unflushed(tmp_path / "1", tmp_path), log.stat().st_size) == (0, 100)


def link_to_file(broker: Path, outside: Path) -> None:
    (broker / "t-0" / "linked.log").symlink_to(outside / "000.log")


def link_to_folder(broker: Path, outside: Path) -> None:
    (broker / "t-1").symlink_to(outside)


def hard_link(broker: Path, outside: Path) -> None:
    (broker / "t-0" / "linked.log").hardlink_to(outside / "000.log")


def link_to_broker(broker: Path, outside: Path) -> None:
    broker.rename(outside / "1")
    broker.symlink_to(outside / "1")


@pytest.mark.parametrize("plant", [link_to_file, link_to_folder, hard_link, link_to_broker])
def test_a_link_is_refused_before_anything_is_cut(
    tmp_path: Path, plant: Callable[[Path, Path], None]
) -> None:
    broker, outside = tmp_path / "data" / "1", tmp_path / "outside"
    log, decoy = file_of(broker / "t-0" / "000.log", 100), file_of(outside / "000.log", 100)
    plant(broker, outside)
    with pytest.raises(PlatformError, match=r"is not cut: .*link"):
        lose_unflushed(broker, tmp_path / "data")
    assert (log.stat().st_size, decoy.stat().st_size) == (100, 100)


def test_a_folder_outside_the_data_of_the_cluster_is_refused(tmp_path: Path) -> None:
    log = file_of(tmp_path / "other" / "t-0" / "000.log", 100)
    (tmp_path / "data").mkdir()
    for folder in (tmp_path / "other", tmp_path / "data" / ".." / "other", tmp_path / "data"):
        with pytest.raises(PlatformError, match="is not in"):
            lose_unflushed(folder, tmp_path / "data")
    assert log.stat().st_size == 100


def test_a_link_is_refused_before_its_broker_is_struck(tmp_path: Path) -> None:
    broker, outside = tmp_path / "data" / "1", tmp_path / "outside"
    file_of(broker / "t-0" / "000.log", 100)
    link_to_file(broker, outside)
    cluster = cast("EmbeddedCluster", SimpleNamespace(folder=tmp_path))
    with pytest.raises(PlatformError, match=r"is not cut: .*link"):
        EmbeddedBroker(1, cluster).check_disk_is_controlled()


def test_a_file_system_without_attributes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_attributes(tmp_path)
    assert os.listxattr(tmp_path) == []

    def refuse(*_: object) -> None:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    monkeypatch.setattr(os, "setxattr", refuse)
    with pytest.raises(PlatformError, match=r"no extended attributes \(Operation not supported\)"):
        check_attributes(tmp_path)
