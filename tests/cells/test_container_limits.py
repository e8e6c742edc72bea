import pytest

from include.cells.container_limits import LimitError, Limits, limits


def test_a_container_has_no_limit_unless_one_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOAD_CPUS", raising=False)
    monkeypatch.setenv("LOAD_MEMORY_MIB", "")
    assert limits() == Limits(cpus=None, memory_bytes=None)


def test_limits_are_cpus_and_mebibytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOAD_CPUS", "1.5")
    monkeypatch.setenv("LOAD_MEMORY_MIB", "512")
    assert limits() == Limits(cpus=1.5, memory_bytes=536_870_912)


@pytest.mark.parametrize("said", ["much", "0", "-1", "nan", "inf"])
def test_a_limit_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("LOAD_CPUS", said)
    with pytest.raises(LimitError, match=f"LOAD_CPUS: '{said}' should be a number above 0"):
        limits()
