"""Charts as empty images, except for tests with the fixture ``drawn``: drawing takes most of the time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from xml.etree.ElementTree import Element

import pytest
from matplotlib.figure import Figure

from include.report.pages import chart_layout
from include.report.pages.matplotlib_svg import Marks, svg_of

KEY = "key"
"""The identity of the looks in a legend, which are drawn once for all tests."""


def undrawn(figure: Figure, identity: str, marks: Marks) -> Element:
    return svg_of(figure, identity, marks) if identity == KEY else Element("svg")


@contextmanager
def charts_by(draw: Callable[[Figure, str, Marks], Element]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chart_layout, "svg_of", draw)
        yield


@pytest.fixture(autouse=True, scope="module")
def undrawn_charts() -> Iterator[None]:
    with charts_by(undrawn):
        yield


@pytest.fixture
def drawn() -> Iterator[None]:
    """Draw the charts that a test makes."""
    with charts_by(svg_of):
        yield
