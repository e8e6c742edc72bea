"""A figure of Matplotlib as an ``svg`` element of a page.

The texts of a figure stay texts instead of outlines, and the same figure gives the same bytes.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from io import StringIO
from xml.etree.ElementTree import Element, SubElement, fromstring

from matplotlib import rc_context
from matplotlib.figure import Figure

from include.report.pages.palette import INK, LINE, QUIET

OF_THE_STYLE_SHEET = {INK: "var(--ink)", QUIET: "var(--quiet)", LINE: "var(--line)"}

NAMESPACE = re.compile(r"\{[^}]*\}")
DECIMALS = re.compile(r"-?\d+\.\d+")
FONT_FAMILY = re.compile(r"font-family: [^;]*;? ?")
GEOMETRY = ("d", "x", "y", "transform")


@dataclass(frozen=True)
class Mark:
    """The title and the link of a mark on a page. A mark with an empty ``link`` is not a link."""

    title: str
    link: str = ""
    is_tab_stop: bool = True
    """Whether the tab key stops at the link. False for dots, because a chart may have many of them."""


Marks = Mapping[str, Sequence[Mark]]


def text_style() -> AbstractContextManager[None]:
    """The style of texts, with a font that Matplotlib contains. A dollar sign does not start a formula."""
    return rc_context(
        {"font.family": "DejaVu Sans", "font.size": 13, "text.color": INK, "text.parse_math": False}
    )


def svg_of(figure: Figure, identity: str, marks: Marks) -> Element:
    """The figure as an ``svg`` element without a fixed size.

    ``marks`` has the marks of an artist by its id: the artist's n-th element gets title and link of the n-th
    mark. ``identity`` makes the ids in the element different from the ids of other figures on the page.

    Raises:
        ValueError: An artist has more or fewer elements than marks.
    """
    root = _written(figure, identity)
    for element in root.iter():
        _plain(element)
    _add_marks(root, marks)
    _drop_unused_ids(root)
    _flatten(root)
    definitions_of_style = [child for child in root.findall("defs") if child.find("path") is None]
    for child in [*root.findall("metadata"), *definitions_of_style]:
        root.remove(child)
    root.attrib = {"viewBox": root.attrib["viewBox"]}
    return root


def _written(figure: Figure, identity: str) -> Element:
    buffer = StringIO()
    with text_style(), rc_context({"svg.fonttype": "none", "svg.hashsalt": identity}):
        no_metadata = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(buffer, format="svg", metadata=no_metadata)
    return fromstring(buffer.getvalue())  # noqa: S314 - Matplotlib has written it


def _plain(element: Element) -> None:
    """Remove from an element the XML namespaces and all other parts that a page does not need."""
    element.tag = NAMESPACE.sub("", element.tag)
    element.text = (element.text or "").strip() if element.tag == "text" else None
    element.tail = None
    attributes = {NAMESPACE.sub("", name): value for name, value in element.attrib.items()}
    attributes.pop("clip-path", None)  # a marker on the edge of its panel is shown whole
    for name in GEOMETRY:
        if name in attributes:
            attributes[name] = _short(attributes[name])
    if attributes.get("transform", "").startswith("rotate(-0 "):
        del attributes["transform"]
    if "style" in attributes:
        attributes["style"] = _style(attributes["style"])
    element.attrib = attributes


def _short(geometry: str) -> str:
    """Coordinates with two decimals. The rounding error is smaller than a pixel of any screen."""
    return DECIMALS.sub(lambda match: f"{round(float(match[0]), 2):g}", " ".join(geometry.split()))


def _style(style: str) -> str:
    for colour, variable in OF_THE_STYLE_SHEET.items():
        style = style.replace(colour, variable)
    return FONT_FAMILY.sub("", style)


def _add_marks(root: Element, marks: Marks) -> None:
    for group in list(root.iter("g")):
        if group.get("id") in marks:
            drawn_elements = list(_drawn(group))
            for (parent, element), mark in zip(drawn_elements, marks[group.attrib["id"]], strict=True):
                SubElement(element, "title").text = mark.title
                if mark.link:
                    _link(parent, element, mark)
            _share_style(group, [element for _, element in drawn_elements])


def _drawn(parent: Element) -> Iterator[tuple[Element, Element]]:
    for child in parent:
        if child.tag in {"path", "use"}:
            yield parent, child
        elif child.tag == "g":
            yield from _drawn(child)


def _link(parent: Element, element: Element, mark: Mark) -> None:
    link = Element("a", {"href": mark.link, "aria-label": mark.title})
    if not mark.is_tab_stop:
        link.set("tabindex", "-1")
    parent[list(parent).index(element)] = link
    link.append(element)


def _share_style(group: Element, marks: Sequence[Element]) -> None:
    if len(marks) > 1 and len({mark.get("style") for mark in marks}) == 1:
        group.set("style", marks[0].attrib["style"])
        for mark in marks:
            del mark.attrib["style"]


def _drop_unused_ids(root: Element) -> None:
    used_ids = {element.get("href", "").removeprefix("#") for element in root.iter("use")}
    for element in root.iter():
        if element.get("id") not in used_ids:
            element.attrib.pop("id", None)


def _flatten(element: Element) -> None:
    """Replace groups without attributes by their contents."""
    children: list[Element] = []
    for child in element:
        _flatten(child)
        children += child if child.tag == "g" and not child.attrib else [child]
    element[:] = children
