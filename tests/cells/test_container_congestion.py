from pathlib import Path

import pytest

from include.cells import container_runner
from include.cells.container_runner import _check_congestion_control
from include.errors import PlatformError


def test_a_congestion_control_that_not_any_user_may_choose_is_refused_for_a_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text("reno bbr\n", encoding="ascii")
    monkeypatch.setattr(container_runner, "ALLOWED", allowed)
    _check_congestion_control("reno")
    _check_congestion_control(None)
    with pytest.raises(
        PlatformError, match=r"cubic can't be had in a container, but reno or bbr can: choose"
    ):
        _check_congestion_control("cubic")


def test_where_the_kernel_is_another_machines_nothing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container_runner, "ALLOWED", tmp_path / "none")
    _check_congestion_control("cubic")
