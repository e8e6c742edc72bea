"""Read YAML as keys and values, each with its line."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from include.plan.document import yaml_problem
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.properties_file import with_whole_characters
from include.plan.validation_errors import ExperimentError

TRUE = {"true", "yes", "on"}

BOOLEAN, EMPTY = "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null"

MOST_ENTRIES = 100_000
"""A file whose aliases repeat each other may have more, and no file of settings has."""


def yaml_documents(path: Path, text: str) -> list[list[FileEntry]]:
    """The keys and values of each document. The keys that lead to a value are joined by full stops.

    Truth values are read as YAML 1.1 has them, because Java's parser does so: ``on`` is ``true``.

    Raises:
        ExperimentError: The text is not valid YAML.
    """
    documents = []
    for root in yaml_roots(path, text):
        entries = list(islice(_entries(root, (), frozenset()), MOST_ENTRIES + 1))
        if len(entries) > MOST_ENTRIES:
            raise ExperimentError([f"{path}: has more than {MOST_ENTRIES:,} values"])
        documents.append(entries)
    return documents


def yaml_roots(path: Path, text: str) -> list[Node]:
    """The root of each document.

    Raises:
        ExperimentError: The text is not valid YAML.
    """
    yaml = YAML(typ="safe", pure=True)
    yaml.version = (1, 1)
    try:
        roots = list(yaml.compose_all(text))
        for node in {id(node): node for root in roots for node in _nodes(root)}.values():
            if isinstance(node, MappingNode):
                yaml.constructor.flatten_mapping(node)
    except YAMLError as error:
        raise ExperimentError([f"{path}{yaml_problem(error, text)}"]) from None
    except RecursionError:
        raise ExperimentError([f"{path}: not valid YAML: it is nested too deeply"]) from None
    except ValueError:  # the message may contain a value
        raise ExperimentError([f"{path}: not valid YAML"]) from None
    return roots


def _nodes(root: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it, each once, although aliases may repeat it."""
    waiting, seen = [root], set[int]()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        match node:
            case MappingNode():
                waiting += [part for pair in node.value for part in pair]
            case SequenceNode():
                waiting += node.value


def _entries(node: Node, keys: tuple[str, ...], above: frozenset[int]) -> Iterator[FileEntry]:
    """Yield the values below a node. ``above`` are the nodes that contain it, which it must not repeat."""
    if id(node) in above:
        return
    inside = above | {id(node)}
    match node:
        case ScalarNode() if keys:
            yield FileEntry(".".join(keys), _text(node), node.start_mark.line + 1, keys=keys)
        case MappingNode():
            for key, value in node.value:
                name = with_whole_characters(str(key.value))
                for entry in _entries(value, (*keys, name), inside):
                    yield (
                        entry._replace(line=key.start_mark.line + 1) if entry.keys == (*keys, name) else entry
                    )
        case SequenceNode():
            for index, item in enumerate(node.value):
                *outer, last = keys or ("",)
                yield from _entries(item, (*outer, f"{last}[{index}]"), inside)


def _text(node: ScalarNode) -> str:
    if node.tag == BOOLEAN:
        return str(node.value.lower() in TRUE).lower()
    return "" if node.tag == EMPTY else with_whole_characters(node.value)
