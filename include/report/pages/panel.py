"""A panel of a drawing: its contents and its axes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import NullLocator

from include.report.pages.matplotlib_svg import Mark
from include.report.pages.palette import DARK_TEXT, INK, LINE, QUIET, SHADED, Look
from include.report.pages.ticks import TICK_TEXT, LogarithmicTicks, linear_ticks

AVERAGE_LETTER = 0.57
"""The average width of a letter of a wide font, as a share of the font size."""

LONGEST_NAME = 56
"""The maximum number of letters of a name in a drawing."""

Direction = Literal["x", "y"]

FONT_SIZE, SMALL_FONT = 13.0, 11.0

SIZES = {"*": 1.5, "P": 1.15, "X": 1.15, "D": 0.9}
"""The factors for the sizes of some markers, so that all markers look equally large."""

SHADE = 0.16
"""The opacity of a shaded part of an axis."""

MOST_TICKS = {"x": 9, "y": 6}


def text_width(text: str, size: float) -> float:
    """An upper estimate of the width of a text in pixels."""
    return AVERAGE_LETTER * size * max(map(len, text.splitlines()), default=0)


def shortened(name: str) -> str:
    """A name, shortened to the length that fits into a drawing."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


@dataclass(frozen=True)
class Bar:
    """A horizontal bar: its row, its ends on the axis, its title, and a text that is shown if it fits."""

    row: float
    start: float
    end: float
    title: str
    label: str = ""


Ends = tuple[float, float]


class Panel:
    """Marks on two axes.

    Scales must be set before marks are drawn, because marks that a logarithmic scale cannot show are left
    out. A mark is a part of the drawing with a title and maybe a link. A browser shows the title at the
    pointer.
    """

    def __init__(self, axes: Axes, marks: dict[str, list[Mark]]) -> None:
        self.axes = axes
        self.row_names: list[str] = []
        self._marks = marks
        axes.patch.set_visible(False)
        axes.set_axisbelow(True)
        axes.tick_params(length=0, pad=6, labelcolor=QUIET)
        for name, spine in axes.spines.items():
            spine.set_visible(name == "bottom")
            spine.set_color(LINE)
        for direction in ("x", "y"):
            axis = self._axis(direction)
            axis.set_major_locator(linear_ticks(MOST_TICKS[direction]))
            axis.set_major_formatter(TICK_TEXT)

    def markers(
        self,
        x: Sequence[float],
        y: Sequence[float],
        look: Look,
        marks: Sequence[Mark | str] | None,
        size: float = 9,
        opacity: float = 1,
        is_hollow: bool = False,
    ) -> None:
        """Draw a marker for each point that both axes can show. The ``size`` is in pixels.

        A string in ``marks`` is the title of a mark without a link. Pass None for ``marks`` if there are too
        many points to read one by one.
        """
        titles = [""] * len(x) if marks is None else marks
        points = [point for point in zip(x, y, titles, strict=True) if self._has_place(*point[:2])]
        if not points:
            return
        (line,) = self.axes.plot(
            [across for across, _, _ in points],
            [up for _, up, _ in points],
            linestyle="none",
            marker=look.symbol,
            markersize=size * SIZES.get(look.symbol, 1),
            color=look.colour,
            alpha=opacity,
            markerfacecolor="none" if is_hollow else look.colour,
            markeredgewidth=2 if is_hollow or look.symbol in "|_" else 0,
            zorder=3,
        )
        if marks is not None:
            self._mark(line, [mark for _, _, mark in points])

    def line(
        self, x: Sequence[float], y: Sequence[float], look: Look, width: float = 2, has_steps: bool = False
    ) -> None:
        """Join points by a line, ``width`` pixels wide. With steps, a value lasts until the next point."""
        points = [point for point in zip(x, y, strict=True) if self._has_place(*point)]
        self.axes.plot(
            [across for across, _ in points],
            [up for _, up in points],
            linestyle=look.dash,
            linewidth=width,
            color=look.colour,
            drawstyle="steps-post" if has_steps else "default",
        )

    def intervals(
        self,
        at: Sequence[float],
        ends: Sequence[Ends | None],
        look: Look,
        along: Direction,
        width: float = 2,
        cap: float = 5,
    ) -> None:
        """Draw intervals parallel to one axis, each at a given position on the other axis.

        A cap (the short line at each end of an interval) is ``2 * cap`` pixels long.
        """
        intervals = [(place, *both) for place, both in zip(at, ends, strict=True) if both]
        if not intervals:
            return
        places, lows, highs = zip(*intervals, strict=True)
        draw = self.axes.hlines if along == "x" else self.axes.vlines
        draw(places, lows, highs, colors=look.colour, linewidth=width)
        if cap:
            caps = ([*lows, *highs], places * 2) if along == "x" else (places * 2, [*lows, *highs])
            marker = "|" if along == "x" else "_"
            self.axes.plot(
                *caps, linestyle="none", marker=marker, markersize=2 * cap, color=look.colour, mew=width
            )

    def bars(
        self,
        bars: Sequence[Bar],
        colour: str,
        thickness: float,
        opacity: float = 1,
        label_size: float = SMALL_FONT,
    ) -> None:
        """Draw bars. ``thickness`` is a share of the height of a row.

        Set the limits of the axis first, because they decide whether the text of a bar fits.
        """
        rows = [bar.row for bar in bars]
        lengths = [bar.end - bar.start for bar in bars]
        starts = [bar.start for bar in bars]
        patches = self.axes.barh(
            rows, lengths, thickness, starts, color=colour, alpha=opacity, linewidth=0, zorder=2
        )
        for patch, bar in zip(patches, bars, strict=True):
            self._mark(patch, [bar.title])
            if bar.label and self._pixels(bar.end - bar.start) > text_width(bar.label, label_size) + 4:
                middle = (bar.start + bar.end) / 2
                self.write(middle, bar.row, bar.label, label_size, ha="center", color=DARK_TEXT)

    def write(self, x: float, y: float, text: str, size: float = SMALL_FONT, **style: str) -> None:
        """Write a text at a point. ``style`` sets further properties of Matplotlib's texts."""
        properties: dict[str, Any] = {"color": INK, "verticalalignment": "center_baseline", **style}
        self.axes.text(x, y, text, size=size, zorder=4, parse_math=False, **properties)

    def shade(self, start: float, end: float, title: str, opacity: float = SHADE) -> None:
        """Shade a part of the horizontal axis."""
        shaded = self.axes.axvspan(start, end, color=SHADED, alpha=opacity, linewidth=0, zorder=0)
        self._mark(shaded, [title])

    def reference(self, value: float, along: Direction) -> None:
        """Draw a dotted line across the panel at a value of an axis."""
        draw = self.axes.axvline if along == "x" else self.axes.axhline
        draw(value, color=QUIET, linewidth=1.5, linestyle="dotted", zorder=1)

    def title(self, text: str) -> None:
        """Write a title above the panel."""
        self.axes.set_title(text, loc="left", pad=9, color=INK, size=FONT_SIZE, weight="bold")

    def name_axis(self, text: str) -> None:
        """Write the name of the horizontal axis below its ticks."""
        self.axes.set_xlabel(text, color=QUIET, labelpad=5, loc="center")

    def grid(self, *along: Direction) -> None:
        """Draw lines at the ticks of these axes."""
        for direction in along:
            self._axis(direction).grid(visible=True, color=LINE, linewidth=1)

    def logarithmic(self, along: Direction) -> None:
        """Make an axis logarithmic."""
        (self.axes.set_xscale if along == "x" else self.axes.set_yscale)("log")
        axis = self._axis(along)
        axis.set_major_locator(LogarithmicTicks(MOST_TICKS[along]))
        axis.set_major_formatter(TICK_TEXT)
        axis.set_minor_locator(NullLocator())

    def rows(self, names: Sequence[str], font_size: float) -> None:
        """Give the vertical axis a row for each name, counted from 0 at the top."""
        self.row_names = list(names)
        self.axes.set_ylim(len(names) - 0.5, -0.5)
        self.ticks("y", range(len(names)), names, font_size)
        self.axes.tick_params(axis="y", labelcolor=INK)

    def ticks(
        self, along: Direction, places: Sequence[float], texts: Sequence[str], size: float = FONT_SIZE
    ) -> None:
        """Draw ticks with ``texts`` at ``places`` of an axis."""
        axis = self._axis(along)
        axis.set_ticks(list(places), list(texts), size=size, parse_math=False)

    def _axis(self, along: str) -> Axis:
        return self.axes.xaxis if along == "x" else self.axes.yaxis

    def _has_place(self, x: float, y: float) -> bool:
        scales = ((x, self.axes.get_xscale()), (y, self.axes.get_yscale()))
        return all(isfinite(value) and (scale != "log" or value > 0) for value, scale in scales)

    def _pixels(self, length: float) -> float:
        low, high = self.axes.get_xlim()
        return float(self.axes.bbox.width * length / (high - low))

    def _mark(self, artist: Artist, marks: Sequence[Mark | str]) -> None:
        identity = f"mark-{len(self._marks)}"
        artist.set_gid(identity)
        self._marks[identity] = [mark if isinstance(mark, Mark) else Mark(mark) for mark in marks]
