from unittest.mock import Mock

import pytest

from include.errors import PlatformError
from tests.session.optional import REQUIREMENTS, refusal


def test_a_missing_requirement_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REQUIREMENTS, "missing", Mock(side_effect=PlatformError("there is no redis-server")))
    assert refusal("missing") == "there is no redis-server"
