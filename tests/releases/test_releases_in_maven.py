from pathlib import Path

import pytest

from include import folders
from include.errors import PlatformError
from include.releases import releases_in_maven as registry
from include.releases.releases_in_maven import available_releases

SAID = """
:: resolving dependencies :: kerran#releases;working
	found org.apache.kafka#kafka_2.13;5.1.0 in central
	found org.apache.kafka#kafka_2.12;0.11.0.3 in central
	found org.apache.kafka#kafka_2.13;3.9.2 in central
		module not found: org.apache.kafka#kafka_2.13;4.9.+
"""


def test_available_releases_are_ordered_by_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "CACHE", tmp_path)
    monkeypatch.setattr(registry, "_ask", lambda: SAID)
    assert available_releases() == ["0.11.0.3", "3.9.2", "5.1.0"]


def test_no_answer_means_that_maven_central_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_ask", lambda: "Server access error")
    with pytest.raises(PlatformError, match="Maven Central cannot be reached"):
        available_releases()
