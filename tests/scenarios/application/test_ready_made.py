import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from include.machine.errors import PlatformError
from include.machine.folders import ROOT
from include.scenarios.application.ready_made import jvm
from include.scenarios.application.ready_made.franz_go import record as franz_go
from include.scenarios.application.ready_made.quix_streams import record as quix_streams
from include.scenarios.application.ready_made.registry import READY_MADE
from include.scenarios.application.settings import ApplicationSettings

FOLDER = ROOT / "include/scenarios/application/ready_made"
PROGRAMS = [program for kind in ("app.py", "*.java", "*.go") for program in FOLDER.glob(f"*/{kind}")]


def test_each_application_is_in_the_documentation_with_what_it_promises() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \| (.+) \| (.*) \|$", page := documentation(), re.MULTILINE)
    documented = {name: (title, promises, mistake) for name, title, promises, mistake in rows}
    assert "Ready-made applications" in page
    assert documented == {
        name: (made.title, ", ".join(made.semantics), made.mistake) for name, made in READY_MADE.items()
    }


def documentation() -> str:
    text = (ROOT / "docs/application.md").read_text(encoding="utf-8")
    return text[text.index("Ready-made applications") :]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.parent.name)
def test_a_program_is_short(program: Path) -> None:
    assert len(program.read_text(encoding="utf-8").splitlines()) <= 60


def test_a_sink_without_transactions_promises_no_more_than_at_least_once() -> None:
    values = {"semantics": "exactly-once", "application": "spark", "rate": 100, "messages": 1000}
    with pytest.raises(ValueError, match="spark promises at-least-once, not exactly-once"):
        ApplicationSettings.model_validate(values)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("spark", ["SPARK_JARS=/k/a.jar,/k/b.jar"]),
        ("spring", ["/k/java", "-cp", "/k/c.jar:/k/a.jar:/k/b.jar", "CopySpring"]),
    ],
)
def test_a_command_has_the_fetched_jars(name: str, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jvm.JarApplication, "jars", lambda *_: [Path("/k/a.jar"), Path("/k/b.jar")])
    monkeypatch.setattr(jvm, "compiled", lambda *_: Path("/k/c.jar"))
    monkeypatch.setattr(jvm, "find_java", lambda: SimpleNamespace(command="/k/java"))
    command = READY_MADE[name].command()
    assert [word for word in command if word in words] == words


def test_a_machine_without_go_is_told_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("include.machine.folders.CACHE", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PlatformError, match=r"franz-go needs Go 1\.26\.0 or newer .* no go on PATH"):
        franz_go.RECORD.prepare(lambda _: None)


def test_the_packages_of_quix_streams_have_fixed_releases(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        quix_streams, "python_package", lambda _name, _kind, options, _say: asked.append(options)
    )
    READY_MADE["quix-streams"].prepare(lambda _: None)
    [(option, file)] = asked
    releases = Path(file).read_text(encoding="utf-8").splitlines()[1:]
    assert option == "--constraint"
    assert [release for release in releases if not re.fullmatch(r"[\w-]+==[\w.]+", release)] == []
    assert any(release.startswith("confluent-kafka==") for release in releases)
