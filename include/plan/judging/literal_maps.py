"""Read maps of settings in the source of Python and Go programs, as keys and values with their lines."""

import ast
import json
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from include.plan.judging.file_settings import FileEntry
from include.plan.validation_errors import ExperimentError

COMPUTED = "${computed}"
"""The value of a setting that the program computes. It has the form of a placeholder, which it is."""

PYTHON_MAP = re.compile(r"^[ \t]*[A-Za-z_]\w*\s*(?::[^=\n]+)?=\s*\{\s*[\"'#\n]", re.MULTILINE)
PYTHON_KEY = re.compile(r"^\s*\{\s*(?:#.*\s*)*'")

GO_MAP = re.compile(
    r"(?:(?P<name>\w+)\s*:?=\s*)?&?(?:(?:\w+\.)?ConfigMap|map\[string\](?:string|any|interface\{\}))\s*\{"
)
GO_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<text>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?P<space>\s+)|(?P<word>[\w.+-]+)|(?P<sign>.)""",
    re.DOTALL,
)


def looks_like_python(text: str, *, begins_with_bracket: bool) -> bool:
    """Whether a text has a map as Python writes it, with single quotation marks or after a name."""
    return bool(PYTHON_MAP.search(text) or (begins_with_bracket and PYTHON_KEY.match(text)))


def looks_like_go(text: str) -> bool:
    """Whether a text has a map as Go writes it, such as ``kafka.ConfigMap{``."""
    return bool(GO_MAP.search(text))


def python_entries(path: Path, text: str) -> list[FileEntry]:
    """The keys and values of each map. The keys begin with the name of the variable that has the map.

    Raises:
        ExperimentError: The text is not valid Python.
    """
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text)
    except SyntaxError as error:
        raise ExperimentError([f"{path}:{error.lineno or 1}: not valid Python"]) from None
    except (ValueError, RecursionError, MemoryError):
        raise ExperimentError([f"{path}: not valid Python"]) from None
    return [entry for name, node in _python_maps(tree, "") for entry in _of_python_map(node, name)]


def _python_maps(node: ast.AST, name: str) -> Iterator[tuple[str, ast.Dict]]:
    """Yield the maps below a node, without those in another map, and the name of each."""
    match node:
        case ast.Dict():
            yield name, node
            return
        case ast.Assign(targets=[ast.Name(id=variable)]) | ast.AnnAssign(target=ast.Name(id=variable)):
            name = variable
    for child in ast.iter_child_nodes(node):
        yield from _python_maps(child, name)


def _of_python_map(node: ast.Dict, *keys: str) -> Iterator[FileEntry]:
    for key, value in zip(node.keys, node.values, strict=True):
        name = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
        if name is None:
            yield FileEntry(COMPUTED, COMPUTED, value.lineno, keys=(*keys, COMPUTED))
        elif isinstance(value, ast.Dict):
            yield from _of_python_map(value, *keys, name)
        else:
            line = key.lineno if key else value.lineno
            path = (*keys, name)
            yield FileEntry(".".join(path), _python_text(value), line, keys=path)


def _python_text(node: ast.expr) -> str:
    """A literal as the client gets it."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return COMPUTED
    return str(value).lower() if isinstance(value, bool) else str(value)


def go_entries(text: str) -> list[FileEntry]:
    """The keys and values of each map. The keys begin with the name of the variable that has the map."""
    return [entry for match in GO_MAP.finditer(text) for entry in _of_go_map(match, text)]


def _of_go_map(beginning: re.Match[str], text: str) -> Iterator[FileEntry]:
    name = beginning["name"] or ""
    key: str | None = None
    line, depth, value = 0, 0, list[str]()
    for token in GO_TOKEN.finditer(text, beginning.end()):
        kind, part = token.lastgroup, token[0]
        if kind in ("comment", "space"):
            continue
        is_end = depth == 0 and part in ",}"
        if is_end and key is not None:
            yield FileEntry(f"{name}.{key}".lstrip("."), _go_text(value), line, keys=(name, key))
            key, value = None, []
        if depth == 0 and part == "}":
            return
        if is_end:
            continue
        depth += (part in "({[") - (part in ")}]")
        if key is None and kind == "text":
            key, line = _go_literal(part), text.count("\n", 0, token.start()) + 1
        elif not (part == ":" and not value):
            value.append(part)


def _go_text(parts: list[str]) -> str:
    if len(parts) == 1 and (parts[0][0] in '"`' or re.fullmatch(r"true|false|-?[\d_.]+", parts[0])):
        return _go_literal(parts[0])
    return COMPUTED


def _go_literal(part: str) -> str:
    if part.startswith("`"):
        return part[1:-1]
    if part.startswith('"'):
        try:
            return str(json.loads(part))
        except json.JSONDecodeError:  # an escape that only Go has
            return COMPUTED
    return part.replace("_", "")
