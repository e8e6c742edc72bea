"""Drawings whose panels are laid out in pixels, and the charts made from them, with legends and notes."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from xml.etree.ElementTree import Element, SubElement, tostring

from matplotlib.figure import Figure

from include.report.pages.matplotlib_svg import Mark, svg_of, text_style
from include.report.pages.palette import Look
from include.report.pages.panel import FONT_SIZE, Panel, shortened, text_width

WIDTH = 880.0
"""The default width of a drawing in pixels. A page scales a drawing to the available width, so that a pixel
of the drawing may be larger or smaller than a pixel of the screen."""

PIXELS_PER_INCH = 72
"""The resolution at which a point of Matplotlib has the size of a pixel. An inch has 72 points."""

NUMBER_PIXELS, RIGHT_PIXELS, TOP_PIXELS = 64.0, 24.0, 10.0
TITLE_PIXELS, GAP_PIXELS = 34.0, 16.0
TICK_PIXELS, AXIS_NAME_PIXELS, ROW_PIXELS = 28.0, 22.0, 34.0

LINE_WIDTH, MARKER_WIDTH, KEY_HEIGHT = 40.0, 14.0, 14.0
"""The sizes of legend entries in pixels: the width with a line, the width without a line, and the height."""

MOST_NAMES = 20
"""The maximum number of panels, of rows and of series that the description of a chart names."""


@dataclass(frozen=True)
class LegendEntry:
    """The look of a name in a legend."""

    look: Look
    has_line: bool
    has_marker: bool


class Drawing:
    """A figure with panels, marks and a legend.

    The marks are stored by the id of their Matplotlib artist, and the legend entries by name.
    """

    def __init__(self, height: float, width: float = WIDTH) -> None:
        self.figure = Figure(figsize=(width / PIXELS_PER_INCH, height / PIXELS_PER_INCH), dpi=PIXELS_PER_INCH)
        self.figure.patch.set_visible(False)
        self.panels: list[Panel] = []
        self.marks: dict[str, list[Mark]] = {}
        self.legend: dict[str, LegendEntry] = {}
        self._width, self._height = width, height

    def add_panel(
        self, left: float, top: float, width: float, height: float, shares_x: bool = False
    ) -> Panel:
        """Add a panel with this place and size in pixels. It can share the first panel's horizontal axis."""
        first = self.panels[0].axes if self.panels else None
        bottom = self._height - top - height
        place = (left / self._width, bottom / self._height, width / self._width, height / self._height)
        with text_style():
            axes = self.figure.add_axes(place, sharex=first if shares_x else None)
            panel = Panel(axes, self.marks)
        self.panels.append(panel)
        return panel

    def name(self, name: str, look: Look, has_line: bool = True, has_marker: bool = True) -> None:
        """Show a name in the legend, if it is not there yet."""
        self.legend.setdefault(name, LegendEntry(look, has_line, has_marker))


def panels_below(
    heights: Sequence[float],
    titles: Sequence[str] = (),
    left: float = NUMBER_PIXELS,
    axis: float = TICK_PIXELS,
    shares_axis: bool = True,
) -> Drawing:
    """A drawing with panels of these heights in pixels, one below the other.

    ``axis`` is the height in pixels for the ticks and the name of a horizontal axis. Panels without titles
    have small gaps. A shared axis is drawn only below the last panel.
    """
    above = [TITLE_PIXELS if any(titles) else GAP_PIXELS] * len(heights)
    above[0] = TITLE_PIXELS if any(titles) else TOP_PIXELS
    axes = [axis if not shares_axis or number == len(heights) - 1 else 0 for number in range(len(heights))]
    drawing = Drawing(sum(above) + sum(heights) + sum(axes))
    top = 0.0
    for number, height in enumerate(heights):
        width = WIDTH - left - RIGHT_PIXELS
        panel = drawing.add_panel(left, top + above[number], width, height, shares_x=shares_axis)
        panel.axes.tick_params(labelbottom=bool(axes[number]))
        if titles:
            panel.title(titles[number])
        top += above[number] + height + axes[number]
    return drawing


def panels_of_rows(
    panels: Sequence[tuple[str, Sequence[str]]],
    row_pixels: float = ROW_PIXELS,
    axis: float = TICK_PIXELS,
    font_size: float = FONT_SIZE,
) -> Drawing:
    """A drawing with a panel for each title. A panel has a row for each name, the first row at the top."""
    names = [[shortened(name) for name in rows] for _, rows in panels]
    left = 16 + max(text_width(name, font_size) for rows in names for name in rows)
    drawing = panels_below(
        [row_pixels * len(rows) for rows in names], [title for title, _ in panels], left, axis
    )
    for panel, rows in zip(drawing.panels, names, strict=True):
        panel.rows(rows, font_size)
        panel.grid("x")
    return drawing


@dataclass(frozen=True)
class Chart:
    """A chart as an ``svg`` element, with a description for screen readers."""

    id: str
    caption: str
    svg: str
    note: str = ""
    legend: Mapping[str, str] = field(default_factory=dict)
    """For each name in the legend, an ``svg`` element that shows its look."""


def draw(identity: str, caption: str, drawing: Drawing, note: str = "") -> Chart:
    """Turn a drawing into a chart for a page. The same drawing gives the same bytes."""
    svg = svg_of(drawing.figure, identity, drawing.marks)
    # A chart with links is a group: screen readers do not see the contents of an image.
    role = "group" if any(mark.link for marks in drawing.marks.values() for mark in marks) else "img"
    svg.attrib |= {"role": role, "aria-label": caption, "aria-describedby": f"{identity}-shows"}
    description = SubElement(svg, "desc", id=f"{identity}-shows")
    description.text = " ".join(text for text in (_shown(drawing), note) if text)
    legend = {
        name: _key(f"{identity}-key-{number}", entry)
        for number, (name, entry) in enumerate(drawing.legend.items())
    }
    return Chart(identity, caption, tostring(svg, encoding="unicode"), note, legend)


def _shown(drawing: Drawing) -> str:
    panels = [title for panel in drawing.panels if (title := panel.axes.get_title(loc="left"))]
    rows = dict.fromkeys(name for panel in drawing.panels for name in panel.row_names)
    parts = [("Panels", panels), ("Rows", list(rows)), ("Series", list(drawing.legend))]
    return " ".join(f"{what}: {_listed(names)}." for what, names in parts if names)


def _listed(names: list[str]) -> str:
    more = f"; and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return "; ".join(names[:MOST_NAMES]) + more


def _key(identity: str, entry: LegendEntry) -> str:
    """A legend entry as an ``svg`` element with unique ids, because many legends may show the same look."""
    svg = deepcopy(_look(entry))
    for element in svg.iter():
        for attribute, before in (("id", ""), ("href", "#")):
            if attribute in element.attrib:
                element.set(attribute, f"{before}{identity}-marker")
    return tostring(svg, encoding="unicode")


@cache
def _look(entry: LegendEntry) -> Element:
    """The drawing in front of a name in a legend. Only its marker, if it has one, has an id."""
    width = LINE_WIDTH if entry.has_line else MARKER_WIDTH
    drawing = Drawing(KEY_HEIGHT, width)
    panel = drawing.add_panel(2, 0, width - 4, KEY_HEIGHT)
    panel.axes.set_axis_off()
    if entry.has_line:
        panel.line([0, 1], [0, 0], entry.look)
    panel.axes.set_xlim(0, 1)
    panel.axes.set_ylim(-1, 1)
    if entry.has_marker:
        panel.markers([0.5], [0], entry.look, [""])
    svg = svg_of(drawing.figure, "key", {})
    svg.attrib |= {"class": "key", "aria-hidden": "true"}
    return svg
