import ast
from collections import defaultdict

from tests.architecture.kinds import modules, path_of


def test_no_two_classes_have_the_same_name() -> None:
    modules_of: dict[str, list[str]] = defaultdict(list)
    for file in modules():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules_of[node.name].append(path_of(file))
    assert {name: files for name, files in modules_of.items() if len(files) > 1} == {}
