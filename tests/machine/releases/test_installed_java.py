from pathlib import Path

import pytest

from include.machine.releases.installed_java import JavaError, find_java


def fake_java(folder: Path, version: str) -> Path:
    """A Java that only says which it is."""
    command = folder / "bin" / "java"
    command.parent.mkdir(parents=True)
    command.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2024-04-16' >&2\n")
    command.chmod(0o755)
    return command


@pytest.fixture(autouse=True)
def no_java_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)


@pytest.mark.parametrize(("version", "major"), [("17.0.15", 17), ("21", 21), ("25-ea", 25)])
def test_a_java_on_the_path_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, major: int
) -> None:
    command = fake_java(tmp_path, version)
    monkeypatch.setenv("PATH", str(command.parent))
    assert (find_java().command, find_java().version) == (command, major)


def test_java_home_comes_before_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = fake_java(tmp_path / "home", "21.0.1")
    monkeypatch.setenv("PATH", str(fake_java(tmp_path / "path", "17.0.1").parent))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    assert find_java().command == command


@pytest.mark.parametrize(("version", "major"), [("1.8.0_402", 8), ("11.0.22", 11), ("16", 16)])
def test_a_java_too_old_is_refused_and_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, major: int
) -> None:
    monkeypatch.setenv("PATH", str(fake_java(tmp_path, version).parent))
    with pytest.raises(JavaError, match=f"is Java {major}, which is too old.*openjdk-17-jre-headless"):
        find_java()


def test_a_java_that_is_missing_or_broken_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(JavaError, match=r"No Java.*Spark 4 need Java 17.*openjdk-17-jre-headless"):
        find_java()
    command = fake_java(tmp_path, "17")
    command.write_text("#!/bin/sh\nexit 1\n")
    monkeypatch.setenv("PATH", str(command.parent))
    with pytest.raises(JavaError, match=f"{command} -version failed"):
        find_java()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    with pytest.raises(JavaError, match=f"JAVA_HOME is {tmp_path / 'nowhere'}, but there is no"):
        find_java()
