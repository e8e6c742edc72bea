"""The changes that can be made to a module: in each, one node of its syntax tree is another one.

Changed are comparisons, arithmetic, logic, numbers, names in quotes, elements of collections, named
arguments, conditions, results and statements. Prose is no rule: docstrings, messages and other text with a
space stay as they are, and so do annotations and decorators. What no test of this process can notice stays
too: what a module does as a program, types, and the arguments of ``UNNOTICED``.
"""

import ast
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from textwrap import shorten
from typing import TypeVar

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}

OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}

NO_RULES = ("annotation", "returns", "decorator_list", "bases")
"""The fields of nodes that are not changed."""

UNNOTICED = ("encoding", "strict")
"""Named arguments that are not changed: the encoding of this machine is UTF-8 without it too, and ``strict``
of ``zip`` checks that the module itself passes arguments of the same length."""

SHOWN_CHARACTERS = 100
"""The longest part of the source that a change shows."""

Node = TypeVar("Node", bound=ast.AST)
Part = TypeVar("Part")
Other = tuple[str, ast.AST]
"""What is changed in words, and the node that takes another one's place."""


@dataclass(frozen=True)
class Change:
    """A node, and the node that takes its place."""

    node: ast.AST
    other: ast.AST
    words: str
    """What is changed."""
    line: int


def changes(tree: ast.Module) -> list[Change]:
    """Every change of a module, in the order of its nodes."""
    return list(_changes(tree, 1))


def changed(source: str, index: int) -> ast.Module:
    """The syntax tree of a module with its change of this index."""
    tree = ast.parse(source)
    _Replacing(changes(tree)[index]).visit(tree)
    return ast.fix_missing_locations(tree)


class _Replacing(ast.NodeTransformer):
    """Puts a node in the place of another one."""

    def __init__(self, change: Change) -> None:
        self._change = change

    def visit(self, node: ast.AST) -> ast.AST:
        """The other node for the changed node, and the node itself for every other."""
        if node is self._change.node:
            return self._change.other
        return self.generic_visit(node)


def _changes(node: ast.AST, line: int) -> Iterator[Change]:
    """The changes of a node and of all nodes below it; ``line`` is that of the node above."""
    if (
        isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr)
        or _is_prose(node)
        or _is_unnoticed(node)
    ):
        return
    line = getattr(node, "lineno", line)
    for words, other in _others(node):
        yield Change(node, other, words, line)
    for name, value in ast.iter_fields(node):
        if name not in NO_RULES:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _changes(child, line)


def _is_prose(node: ast.AST) -> bool:
    """Whether a node is a docstring, or text with a space."""
    match node:
        case ast.Expr(ast.Constant(str())):
            return True
        case ast.Constant(str() as text):
            return " " in text or not text
    return False


def _is_unnoticed(node: ast.AST) -> bool:
    """Whether a node is what a module does as a program, a type, or an argument of ``UNNOTICED``."""
    match node:
        case ast.If(test=ast.Compare(left=ast.Name("__name__"))):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name[0].isupper() and not name.isupper()
        case ast.keyword(arg=name):
            return name in UNNOTICED
    return False


def _others(node: ast.AST) -> Iterator[Other]:
    """What may take the place of a node, and what is changed by that in words."""
    for other in (*_other_operators(node), *_other_values(node)):
        yield f"{_shown(node)} → {_shown(other)}", other
    yield from _fewer_parts(node)
    yield from _other_statements(node)


def _other_operators(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=[operator]):
            yield _with(node, ops=[COMPARISONS[type(operator)]()])
        case ast.BoolOp(op=operator):
            yield _with(node, op=ast.Or() if isinstance(operator, ast.And) else ast.And())
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in OPERATIONS:
            yield _with(node, op=OPERATIONS[type(operator)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield operand


def _other_values(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(bool() as value):
            yield _with(node, value=not value)
        case ast.Constant(int() | float() as value):
            yield _with(node, value=value + 1)
            yield from [_with(node, value=value * 2)] if value not in (0, 1) else []
        case ast.Constant(str() as text):
            yield _with(node, value=f"{text}_")
        case ast.IfExp(body=body, orelse=orelse):
            yield _with(node, body=orelse, orelse=body)


def _fewer_parts(node: ast.AST) -> Iterator[Other]:
    """Collections, calls and loops without one of their parts."""
    match node:
        case (
            ast.Tuple(elts=parts, ctx=ast.Load()) | ast.List(elts=parts, ctx=ast.Load()) | ast.Set(elts=parts)
        ):
            for place, part in enumerate(parts):
                yield f"without {_shown(part)}", _with(node, elts=_without(parts, place))
        case ast.Dict(keys=keys, values=values):
            for place, value in enumerate(values):
                rest = _with(node, keys=_without(keys, place), values=_without(values, place))
                yield f"without the entry {_shown(value)}", rest
        case ast.Call(keywords=keywords):
            for place, keyword in enumerate(keywords):
                if not _is_unnoticed(keyword):
                    yield f"without {_shown(keyword)}", _with(node, keywords=_without(keywords, place))
        case ast.comprehension(ifs=[condition]):
            yield f"without the condition {_shown(condition)}", _with(node, ifs=[])


def _other_statements(node: ast.AST) -> Iterator[Other]:
    match node:
        case ast.If(test=test) | ast.While(test=test):
            yield f"not ({_shown(test)})", _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=None | ast.Constant(None)):
            return
        case ast.Return(value=ast.expr() as value):
            yield f"None is returned for {_shown(value)}", _with(node, value=ast.Constant(None))
        case ast.Expr(ast.Call()) | ast.Raise() | ast.Continue() | ast.Break() | ast.AugAssign():
            yield f"without {_shown(node)}", ast.Pass()


def _without(parts: list[Part], place: int) -> list[Part]:
    return parts[:place] + parts[place + 1 :]


def _with(node: Node, **fields: object) -> Node:
    """A copy of a node with other fields."""
    other = copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def _shown(node: ast.AST) -> str:
    return shorten(ast.unparse(node), SHOWN_CHARACTERS)
