"""A chart as a page shows it: a drawing with its caption, its legend and a note."""

from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from xml.etree.ElementTree import Element, SubElement

from include.rendering.drawing import Drawing, LegendEntry
from include.rendering.svg import markup, svg_of

LINE_WIDTH, MARKER_WIDTH, KEY_HEIGHT = 40.0, 14.0, 14.0
"""Of the entries of a legend, with a line and without one."""

MOST_NAMES = 20
"""In the description of a chart."""


@dataclass(frozen=True)
class Key:
    """An entry of a legend: the look of a name, as an ``svg`` element."""

    name: str
    svg: str


@dataclass(frozen=True)
class Chart:
    """A chart, drawn as an ``svg`` element with text for those who cannot see it."""

    id: str
    caption: str
    svg: str
    note: str = ""
    legend: tuple[Key, ...] = ()


def draw(identity: str, caption: str, drawing: Drawing, note: str = "") -> Chart:
    """Turn a drawing into a chart for a page. The same drawing gives the same bytes."""
    svg = svg_of(drawing.figure, identity, drawing.marks)
    # What is within an image is hidden from screen readers, so that a chart with links is a group.
    role = "group" if any(mark.link for marks in drawing.marks.values() for mark in marks) else "img"
    svg.attrib |= {"role": role, "aria-label": caption, "aria-describedby": f"{identity}-shows"}
    description = SubElement(svg, "desc", id=f"{identity}-shows")
    description.text = " ".join(text for text in (_shown(drawing), note) if text)
    legend = (_key(f"{identity}-key-{number}", *entry) for number, entry in enumerate(drawing.legend.items()))
    return Chart(identity, caption, markup(svg), note, tuple(legend))


def _shown(drawing: Drawing) -> str:
    """What the chart shows, in a sentence: its panels, and its series or rows."""
    panels = [title for panel in drawing.panels if (title := panel.axes.get_title(loc="left"))]
    rows = dict.fromkeys(name for panel in drawing.panels for name in panel.row_names)
    parts = [("Panels", panels), ("Rows", list(rows)), ("Series", list(drawing.legend))]
    return " ".join(f"{what}: {_listed(names)}." for what, names in parts if names)


def _listed(names: list[str]) -> str:
    more = f"; and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return "; ".join(names[:MOST_NAMES]) + more


def _key(identity: str, name: str, entry: LegendEntry) -> Key:
    """The entry, with ids of its own: a page may show the same look in many legends."""
    svg = deepcopy(_look(entry))
    for element in svg.iter():
        for attribute, before in (("id", ""), ("href", "#")):
            if attribute in element.attrib:
                element.set(attribute, f"{before}{identity}-marker")
    return Key(name, markup(svg))


@cache
def _look(entry: LegendEntry) -> Element:
    """What a legend shows before a name; it has at most one id, that of its marker."""
    width = LINE_WIDTH if entry.has_line else MARKER_WIDTH
    drawing = Drawing(KEY_HEIGHT, width)
    panel = drawing.add_panel(2, 0, width - 4, KEY_HEIGHT)
    panel.axes.set_axis_off()
    if entry.has_line:
        panel.line([0, 1], [0, 0], entry.look)
    panel.limit("x", 0, 1)
    panel.limit("y", -1, 1)
    if entry.has_marker:
        panel.markers([0.5], [0], entry.look, [""])
    svg = svg_of(drawing.figure, "key", {})
    svg.attrib |= {"class": "key", "aria-hidden": "true"}
    return svg
