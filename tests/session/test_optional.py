import pytest

from include.errors import PlatformError
from tests.session.optional import REQUIREMENTS, refusal


def test_a_missing_requirement_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        raise PlatformError("there is no redis-server")

    monkeypatch.setitem(REQUIREMENTS, "missing", check)
    assert refusal("missing") == "there is no redis-server"
