"""Drawings of panels, laid out in pixels: panels below one another, and panels of rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from include.rendering.palette import Look
from include.rendering.panel import FONT_SIZE, Panel, shortened, text_width
from include.rendering.svg import Mark, text_style

WIDTH = 880.0
"""Of every drawing. A page shows a drawing as wide as there is room, so that this is not quite a pixel."""

PIXELS_PER_INCH = 72
"""With which Matplotlib's points are pixels."""

NUMBER_PIXELS, RIGHT_PIXELS, TOP_PIXELS = 64.0, 24.0, 10.0
TITLE_PIXELS, GAP_PIXELS = 34.0, 16.0
TICK_PIXELS, AXIS_NAME_PIXELS, ROW_PIXELS = 28.0, 22.0, 34.0


@dataclass(frozen=True)
class LegendEntry:
    """What a legend shows of a name."""

    look: Look
    has_line: bool
    has_marker: bool


class Drawing:
    """A figure of panels, its marks by the ids of what draws them, and its legend with each name once."""

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
        """Add a panel at a place of this size in pixels; it can share the axis of the first panel."""
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
    """Panels one below the other, of these heights in pixels; ``axis`` is the room below a horizontal axis.

    Panels without titles stand close together. An axis that the panels share is below the last one.
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
    """Panels by their titles, each with named rows, counted from 0 at the top; they share the axis."""
    names = [[shortened(name) for name in rows] for _, rows in panels]
    left = 16 + max(text_width(name, font_size) for rows in names for name in rows)
    drawing = panels_below(
        [row_pixels * len(rows) for rows in names], [title for title, _ in panels], left, axis
    )
    for panel, rows in zip(drawing.panels, names, strict=True):
        panel.rows(rows, font_size)
        panel.grid("x")
    return drawing
