from pathlib import Path

import pytest

from include.cells import container_runner
from include.cells.container_runner import _check_congestion_control
from include.errors import PlatformError


def test_a_congestion_control_that_only_root_may_choose_is_refused_for_a_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text("reno bbr\n", encoding="ascii")
    monkeypatch.setattr(container_runner, "ALLOWED_CONGESTION_CONTROLS", allowed)
    _check_congestion_control("reno")
    _check_congestion_control(None)
    with pytest.raises(
        PlatformError,
        match=r"cubic is not available in a container; choose reno or bbr, or allow it with sysctl",
    ):
        _check_congestion_control("cubic")


def test_no_congestion_control_is_refused_if_the_allowed_ones_are_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container_runner, "ALLOWED_CONGESTION_CONTROLS", tmp_path / "none")
    _check_congestion_control("cubic")
