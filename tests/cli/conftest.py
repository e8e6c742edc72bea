import pytest


@pytest.fixture(autouse=True)
def without_make(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAKELEVEL", raising=False)
