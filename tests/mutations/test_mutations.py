import ast
import re
import sys
from pathlib import Path

import pytest

from tests.mutations.changes import changes
from tests.mutations.mutants import EQUIVALENT, Mutant, drawn, modules, mutants_of, why_equivalent
from tests.mutations.noticing import import_changed, own_tests

SOURCE = '''
"""Prose."""
LIMIT = 3

def judge(value: int, words: tuple[str, ...] = ("slow",), *, is_fault: bool = False) -> str | None:
    """A reason."""
    if value <= LIMIT and not is_fault:
        return None
    return f"{value} is too much, and {LIMIT + 1} is not"
'''


def test_every_rule_of_a_module_can_be_changed_and_no_prose() -> None:
    assert [change.words for change in changes(ast.parse(SOURCE))] == [
        "3 → 4",
        "3 → 6",
        "False → True",
        "without 'slow'",
        "'slow' → 'slow_'",
        "not (value <= LIMIT and (not is_fault))",
        "value <= LIMIT and (not is_fault) → value <= LIMIT or not is_fault",
        "value <= LIMIT → value < LIMIT",
        "not is_fault → is_fault",
        "None is returned for f'{value} is too much, and {LIMIT + 1} is not'",
    ]


def test_what_no_test_can_notice_is_not_changed() -> None:
    for line in ("zip(a, b, strict=True)", "open(a, encoding='ascii')"):
        assert [change.words for change in changes(ast.parse(line))] == [f"without {line}"]
    assert changes(ast.parse("Cells = Mapping[str, int]")) == []
    assert changes(ast.parse("if __name__ == '__main__':\n    main(1)")) == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("words = {'a': 1}", "without the entry 1"),
        ("words = sort(rows, key=last)", "without key=last"),
        ("words = [row for row in rows if row]", "without the condition row"),
        ("words = a if b else c", "a if b else c → c if b else a"),
        ("words += 1", "without words += 1"),
        ("note(words)", "without note(words)"),
        ("words = -1", "-1 → 1"),
        ("words = a // b", "a // b → a * b"),
        ("words = 2.5", "2.5 → 5.0"),
    ],
)
def test_a_statement_has_its_change(line: str, words: str) -> None:
    assert words in [change.words for change in changes(ast.parse(line))]


def test_the_same_seed_draws_the_same_mutants_of_all_modules_of_a_room() -> None:
    rooms = ["include/verdicts"]
    assert drawn(rooms, 5, seed=1) == drawn(rooms, 5, seed=1) != drawn(rooms, 5, seed=2)
    assert len(drawn(rooms, 10**6, seed=1)) == sum(len([*mutants_of(file)]) for file in modules(rooms[0]))


def test_a_module_is_tested_by_the_tests_of_its_name_and_then_by_those_of_its_room() -> None:
    bounds, room = Path("tests/verdicts/test_bounds.py"), Path("tests/verdicts")
    tests = [(bounds, "fast"), (room, "fast"), (bounds, "spark")]
    assert [*own_tests("include/verdicts/bounds.py")] == tests
    assert [*own_tests("include/spark_jobs/measures/arrays.py")] == [(Path("tests/spark_jobs"), "fast")]


def test_a_module_is_imported_with_its_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.py").write_text("LIMIT = 3")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "rules", raising=False)
    assert import_changed(Mutant("rules.py", 0, 1, "LIMIT = 3", "3 → 4")).LIMIT == 4
    assert sys.modules["rules"].LIMIT == 4


def test_every_mutant_that_is_listed_as_equivalent_exists() -> None:
    files = re.findall('^file = "(.*)"$', EQUIVALENT.read_text(), re.MULTILINE)
    known = [why for file in set(files) for mutant in mutants_of(file) if (why := why_equivalent(mutant))]
    assert len(known) == len(files) > 0
