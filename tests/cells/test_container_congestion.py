from pathlib import Path

import pytest

from include.cells import container_runner
from include.cells.container_runner import _check_congestion_control
from include.errors import PlatformError


def test_a_congestion_control_that_only_root_may_choose_is_refused_for_a_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = tmp_path / "allowed"
    monkeypatch.setattr(container_runner, "ALLOWED_CONGESTION_CONTROLS", allowed)
    _check_congestion_control("cubic")  # nobody knows what is allowed
    allowed.write_text("reno bbr\n", encoding="ascii")
    _check_congestion_control("reno")
    _check_congestion_control(None)
    with pytest.raises(PlatformError, match=r"cubic is not available in a container; choose reno or bbr, or"):
        _check_congestion_control("cubic")
