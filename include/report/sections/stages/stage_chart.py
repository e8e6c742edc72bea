"""A bar for each treatment, divided into the stages of its messages."""

from collections.abc import Mapping

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.metrics.stages import STAGES
from include.rendering.chart import Chart, draw
from include.rendering.drawing import Drawing, panels_of_rows
from include.rendering.number_format import significant
from include.rendering.palette import DARK_TEXT, PARTS, Look
from include.rendering.panel import FONT_SIZE, Bar, Panel
from include.report.sections.stages.mean_stages import MeanStages, in_words, occurring
from include.report.treatments.names import dagger, dagger_notes, short_name

ROW_PIXELS = 40

ROOM_FOR_LABEL = 1.12
"""The length of the axis, as a multiple of the longest bar, behind which its length is written."""

LABEL_BEHIND = 0.01
"""How far behind its bar a length is written, as a part of the longest bar."""


def stage_chart(panels: Mapping[str, list[MeanStages]]) -> Chart:
    """A chart with a panel for each context, under its name."""
    notes = dagger_notes([one.treatment for found in panels.values() for one in found])
    caption = "Mean latency from producer to consumer by stage, ms"
    return draw("stages-chart", caption, _stage_drawing(panels), *notes)


def _stage_drawing(panels: Mapping[str, list[MeanStages]]) -> Drawing:
    several = len(panels) > 1
    rows = [
        (title if several else "", [_name(one.treatment) for one in found]) for title, found in panels.items()
    ]
    drawing = panels_of_rows(rows, ROW_PIXELS)
    longest = max(one.whole for found in panels.values() for one in found) or 1
    drawing.panels[0].limit("x", 0, longest * ROOM_FOR_LABEL)
    for stage in occurring(one for found in panels.values() for one in found):
        drawing.name(in_words(stage), Look(_colour(stage), "s"), has_line=False)
    for panel, found in zip(drawing.panels, panels.values(), strict=True):
        for row, one in enumerate(found):
            _draw_stages(panel, row, one, longest)
    return drawing


def _name(treatment: Treatment) -> str:
    return f"{short_name(treatment)}{dagger(treatment, Span.PRODUCER_BROKER)}"


def _colour(stage: str) -> str:
    return PARTS[list(STAGES).index(stage)]


def _draw_stages(panel: Panel, row: int, one: MeanStages, longest: float) -> None:
    """A bar for each stage after the other, and the length of all of them behind the last one."""
    start = 0.0
    for stage in occurring([one]):
        mean = one.means[stage]
        title = f"{in_words(stage)}: {significant(mean)} ms"
        bar = Bar(row, start, start + mean, title, significant(mean, 2))
        panel.bars([bar], _colour(stage), DARK_TEXT, thickness=0.62)
        start += mean
    panel.write(start + longest * LABEL_BEHIND, row, significant(one.whole), size=FONT_SIZE, weight="bold")
