"""Read maps of settings in the source of Python and Go programs, as keys and values with their lines."""

import ast
import json
import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from include.plan.judging.file_settings import FileEntry
from include.plan.validation_errors import ExperimentError

COMPUTED = "${computed}"
"""The value of a setting that the program computes. It has the form of a placeholder, which it is."""

PYTHON_MAP = re.compile(r"^[ \t]*[A-Za-z_]\w*\s*(?::[^=\n]+)?=\s*\{\s*[\"'#\n]", re.MULTILINE)
PYTHON_KEY = re.compile(r"^\s*\{\s*(?:#.*\s*)*'")

BRANCHES = (ast.If, ast.For, ast.While, ast.Try, ast.Match)
"""Statements whose parts a program may not execute. What they change is computed."""

GO_MAP = re.compile(
    r"(?:(?P<name>\w+)\s*:?=\s*)?&?(?:(?:\w+\.)?ConfigMap|map\[string\](?:string|any|interface\{\}))\s*\{"
)
GO_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<text>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?P<space>\s+)|(?P<word>[\w.+-]+)|(?P<sign>.)""",
    re.DOTALL,
)

GO_COMMENT = re.compile(r"""(?P<text>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|//[^\n]*|/\*.*?\*/""", re.DOTALL)
GO_CHANGE = re.compile(
    r"""\(?\*?(?P<name>\w+)\)?(?:\.SetKey\(|\[)\s*(?P<key>"[^"\n]*"|`[^`]*`)(?:\s*,|\]\s*=(?!=))"""
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
    entries: list[FileEntry] = []
    _read_python(tree, "", entries)
    return entries


def _read_python(node: ast.AST, name: str, entries: list[FileEntry], *, is_certain: bool = True) -> None:
    """Add the maps below a node, with the name of each, and what the program changes in them later."""
    match node:
        case ast.Dict():
            entries += [*_of_python_map(node, entries, name)]
            return
        case ast.Call(func=ast.Name(id="dict")):
            entries += [*_of_python_map(_arguments(node), entries, name)]
            return
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target) if _variable(target):
            name = _variable(target)
    changes = [*_python_changes(node)]
    for variable, change in changes:
        if not any(entry.keys[0] == variable for entry in entries):
            entries.append(_computed(change.values[0].lineno, variable))  # the map itself is not read
        changed = [*_of_python_map(change, entries, variable)]
        entries += changed if is_certain else [entry._replace(value=COMPUTED) for entry in changed]
    if changes:
        return
    is_certain = is_certain and not isinstance(node, BRANCHES)
    for child in ast.iter_child_nodes(node):
        _read_python(child, name, entries, is_certain=is_certain)


def _python_changes(node: ast.AST) -> Iterator[tuple[str, ast.Dict]]:
    """Yield each map that a statement changes, and the keys and values that it gets."""
    match node:
        case ast.Assign(targets=[ast.Subscript(value=target, slice=key)], value=value) if _variable(target):
            yield _variable(target), ast.Dict([key], [value])
        case ast.AugAssign(target=target, op=ast.BitOr(), value=value) if _variable(target):
            yield _variable(target), ast.Dict([None], [value])
        case ast.Call(func=ast.Attribute(value=target, attr="update")) if _variable(target):
            if (arguments := _arguments(node)).values:
                yield _variable(target), arguments
        case ast.Call(func=ast.Attribute(value=target, attr="setdefault"), args=[key, value]) if _variable(
            target
        ):
            yield _variable(target), ast.Dict([key], [ast.copy_location(ast.Name(COMPUTED), value)])
        case (
            ast.Call(func=ast.Attribute(value=target, attr="pop"), args=[key, *_])
            | ast.Delete(targets=[ast.Subscript(value=target, slice=key)])
        ) if _variable(target):
            yield _variable(target), ast.Dict([key], [ast.copy_location(ast.Name(COMPUTED), key)])


def _variable(node: ast.AST) -> str:
    """The name of a variable, or of an attribute such as ``self.conf``; empty for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _arguments(call: ast.Call) -> ast.Dict:
    """The arguments of ``dict`` or ``update`` as a map."""
    named = [
        ast.copy_location(ast.Constant(keyword.arg), keyword.value) if keyword.arg else None
        for keyword in call.keywords
    ]
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    return ast.Dict([*[None] * len(call.args), *named], values)


def _of_python_map(node: ast.Dict, known: Sequence[FileEntry], *keys: str) -> Iterator[FileEntry]:
    for key, value in zip(node.keys, node.values, strict=True):
        name = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
        if key is None:
            yield from _of_whole_map(value, known, *keys)
        elif name is None:
            yield _computed(value.lineno, *keys)
        elif isinstance(value, ast.Dict):
            yield from _of_python_map(value, known, *keys, name)
        else:
            path = (*keys, name)
            yield FileEntry(".".join(path), _python_text(value), key.lineno, keys=path)


def _of_whole_map(node: ast.expr, known: Sequence[FileEntry], *keys: str) -> Iterator[FileEntry]:
    """Yield the entries of a map that another one includes."""
    inner = [entry for entry in known if entry.keys[0] == _variable(node)]
    match node:
        case ast.Dict():
            yield from _of_python_map(node, known, *keys)
        case _ if inner:
            for entry in inner:
                path = (*keys, *entry.keys[1:])
                yield entry._replace(name=".".join(path), keys=path)
        case _:
            yield _computed(node.lineno, *keys)


def _computed(line: int, *keys: str) -> FileEntry:
    return FileEntry(COMPUTED, COMPUTED, line, keys=(*keys, COMPUTED))


def _python_text(node: ast.expr) -> str:
    """A literal as the client gets it."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return COMPUTED
    return str(value).lower() if isinstance(value, bool) else str(value)


def go_entries(text: str) -> list[FileEntry]:
    """The keys and values of each map. The keys begin with the name of the variable that has the map."""
    code = GO_COMMENT.sub(lambda match: match["text"] or "\n" * match[0].count("\n"), text)
    maps = [entry for match in GO_MAP.finditer(code) for entry in _of_go_map(match, code)]
    return [*maps, *(_go_change(match, code) for match in GO_CHANGE.finditer(code))]


def _go_change(match: re.Match[str], code: str) -> FileEntry:
    """A setting that the program changes later: it is not known whether it does, and to which value."""
    keys = match["name"], _go_literal(match["key"])
    return FileEntry(".".join(keys), COMPUTED, code.count("\n", 0, match.start()) + 1, keys=keys)


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
