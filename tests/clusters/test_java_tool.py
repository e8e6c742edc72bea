from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from include.clusters import java_tool
from include.clusters.java_tool import run_java_tool
from include.machine.errors import PlatformError


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a shell script take the place of Java."""

    def become(script: str) -> None:
        file = tmp_path / "java"
        file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        file.chmod(0o755)
        monkeypatch.setattr(java_tool, "find_java", lambda: SimpleNamespace(command=file))
        monkeypatch.setattr(java_tool, "client_class_path", lambda sources, _release: sources)

    return become


def test_the_output_is_returned(java: Callable[[str], None]) -> None:
    java('shift 4; echo "$@"')  # after the options and the class path
    answer = run_java_tool("FeatureLevel", "4.4.0", ["127.0.0.1:1", "metadata.version"], "reading", 10)
    assert answer == "kerran.FeatureLevel 127.0.0.1:1 metadata.version\n"


@pytest.mark.parametrize(
    ("script", "seconds", "reason"),
    [
        ("echo no such group >&2; exit 1", 10, "no such group"),
        ("exec sleep 60", 0.2, "no answer within 0.2 s"),
    ],
)
def test_an_error_says_what_failed(
    java: Callable[[str], None], script: str, seconds: float, reason: str
) -> None:
    java(script)
    with pytest.raises(PlatformError, match=f"setting the offsets: (.|\n)*{reason}"):
        run_java_tool("ShareOffsets", "4.4.0", [], "setting the offsets", seconds)
