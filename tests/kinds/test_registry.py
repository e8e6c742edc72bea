"""Records of a kind, and their acting halves, by their names.

The package of these tests has three records. One of them is broken.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

from include.kinds.registry import Registry, UnknownNameError, did_you_mean, module_name


@dataclass(frozen=True)
class Colour:
    name: str


MODULE = "from tests.kinds.test_registry import Colour\nRECORD = Colour({name!r})\nprint('loaded')\n"


@pytest.fixture
def colours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry[Colour]:
    """A registry of colours, in a package that is written for the test."""
    package = tmp_path / f"colours_{tmp_path.name}"
    package.mkdir()
    for name in ("light-red", "green"):
        (package / f"{module_name(name)}.py").write_text(MODULE.format(name=name))
    (package / "broken.py").write_text("RECORD = 'no colour'\n")
    monkeypatch.syspath_prepend(tmp_path)
    return Registry("colour", Colour, package.name, ["light-red", "green", "broken"])


def test_a_record_is_the_constant_of_its_module_which_is_loaded_once_when_it_is_needed(
    colours: Registry[Colour], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "green" in colours
    assert list(colours) == ["light-red", "green", "broken"]
    assert len(colours) == 3
    assert capsys.readouterr().out == ""
    assert colours["green"] is colours["green"]
    assert capsys.readouterr().out == "loaded\n"
    assert colours.checked_name("green") == "green"
    assert capsys.readouterr().out == ""
    assert colours["light-red"] == Colour("light-red")


def test_an_unknown_name_and_a_record_of_another_type_are_refused(colours: Registry[Colour]) -> None:
    assert "gren" not in colours
    with pytest.raises(UnknownNameError) as error:
        colours["gren"]
    for part in ("colour", "gren", "light-red, green, broken", "did you mean green?"):
        assert part in str(error.value)
    assert did_you_mean("xyz", ["seed", "release"]) == ""
    with pytest.raises(TypeError, match=r"broken: RECORD .* Colour"):
        colours["broken"]


def test_a_name_without_a_module_is_an_error() -> None:
    missing = Registry("colour", Colour, "tests.session", ["blue"])
    with pytest.raises(ModuleNotFoundError, match=r"tests\.session\.blue"):
        missing["blue"]
