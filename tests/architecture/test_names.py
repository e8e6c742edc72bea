import ast
from collections import defaultdict
from collections.abc import Iterator

from tests.architecture.kinds import modules, path_of

PLACEHOLDERS = {"one", "found", "own", "given", "asked", "said", "told", "seen", "taken", "wanted", "made"}
"""Words that say nothing about the value, or only what was done with it."""

EXCEPTIONS = {("include/report/run_verdict.py", "found"): "the key of a treatment's verdict in verdict.json"}
"""Names that stay, by their module, and why."""


def bound_names(source: str) -> Iterator[str]:
    """The names of variables, parameters, attributes and functions that a module binds."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.alias(asname=str(name)):
                yield name


def test_every_variable_is_named_by_a_noun() -> None:
    names = {
        (path_of(file), name)
        for file in modules()
        for name in bound_names(file.read_text(encoding="utf-8"))
        if name in PLACEHOLDERS
    }
    assert names == set(EXCEPTIONS)


def test_names_are_read_from_every_kind_of_binding() -> None:
    source = """
def a(b, *, c): (lambda d: d)
class E: f: int = 0
self.g = [h for h in (i := [])]
match j:
    case [k, *l]: pass
"""
    assert set(bound_names(source)) == {"a", "b", "c", "d", "f", "g", "h", "i", "k", "l"}


def test_no_two_classes_have_the_same_name() -> None:
    modules_of: dict[str, list[str]] = defaultdict(list)
    for file in modules():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules_of[node.name].append(path_of(file))
    assert {name: files for name, files in modules_of.items() if len(files) > 1} == {}
