"""What tests look for in the drawing of a chart."""

from xml.etree.ElementTree import Element, fromstring

from include.report.pages.chart_layout import Chart


def svg(chart: Chart) -> Element:
    return parsed(chart.svg)


def parsed(drawn: str) -> Element:
    return fromstring(drawn)  # noqa: S314 - drawn by the test itself


def titles(chart: Chart) -> list[str]:
    """The titles of the marks, in the order in which they were drawn."""
    return [title.text or "" for title in svg(chart).iter("title")]


def written(chart: Chart) -> list[str]:
    """Every text of the drawing: titles of panels, ticks and labels."""
    return [text.text or "" for text in svg(chart).iter("text")]


def names(chart: Chart) -> list[str]:
    """The names in the legend."""
    return list(chart.legend)
