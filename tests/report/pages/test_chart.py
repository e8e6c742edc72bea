from math import nan

from include.report.pages.chart_layout import Chart, Drawing, draw, panels_below, panels_of_rows
from include.report.pages.matplotlib_svg import Mark
from include.report.pages.palette import BLUE, DASHES, ORANGE, PALETTE, look, with_dash
from include.report.pages.panel import Bar
from tests.report.pages.svg import names, parsed, svg, titles, written


def lines(identity: str = "c") -> Chart:
    drawing = panels_below([100])
    (panel,) = drawing.panels
    panel.markers([1, 2], [3, 4], BLUE, ["one", "two"])
    panel.line([1, 2], [3, 4], with_dash(BLUE, 1))
    panel.grid("y")
    drawing.name("series", BLUE)
    return draw(identity, "A chart", drawing, "Its note.")


def rows(*names: str) -> Drawing:
    return panels_of_rows([("", names)], row_pixels=30)


def test_ranks_have_colours_and_markers_of_their_own_which_repeat_with_another_dash() -> None:
    looks = [look(rank) for rank in range(len(PALETTE))]
    assert len({drawn.colour for drawn in looks}) == len({drawn.symbol for drawn in looks}) == len(PALETTE)
    assert {drawn.dash for drawn in looks} == {"solid"}
    again = [look(len(PALETTE) * number) for number in range(4)]
    assert {drawn.colour for drawn in again} == {looks[0].colour}
    assert [drawn.dash for drawn in again] == list(DASHES)


def test_a_mark_with_a_link_leads_there_and_makes_its_chart_a_group() -> None:
    drawing = panels_below([100])
    drawing.panels[0].markers([1, 2], [3, 4], BLUE, [Mark("one", "#one"), Mark("two", "#two", False)])
    chart = svg(draw("c", "C", drawing))
    links = [(link.attrib["href"], link.attrib.get("tabindex")) for link in chart.iter("a")]
    assert links == [("#one", None), ("#two", "-1")]
    assert [link.findtext("use/title") for link in chart.iter("a")] == ["one", "two"]
    assert chart.attrib["role"] == "group"


def test_a_point_that_has_no_place_is_left_out_with_its_title() -> None:
    drawing = panels_below([100])
    drawing.panels[0].logarithmic("y")
    drawing.panels[0].markers([1, 2, 3], [0, nan, 5], BLUE, ["zero", "unknown", "drawn"])
    assert titles(draw("c", "C", drawing)) == ["drawn"]


def test_text_and_lines_have_the_colours_of_the_style_sheet_and_marks_their_own() -> None:
    drawn = lines().svg
    assert "fill: var(--quiet)" in drawn
    assert "stroke: var(--line)" in drawn
    assert f"fill: {BLUE.colour}" in drawn
    assert "font-family" not in drawn


def test_the_image_has_a_name_and_says_what_it_shows() -> None:
    image = svg(lines())
    assert (image.attrib["role"], image.attrib["aria-label"]) == ("img", "A chart")
    assert titles(lines()) == ["one", "two"]
    assert image.attrib["aria-describedby"] == "c-shows"
    assert image.findtext("desc") == "Series: series. Its note."


def test_a_long_description_ends_with_the_number_of_further_names() -> None:
    chart = draw("c", "C", rows(*map(str, range(22))))
    assert (svg(chart).findtext("desc") or "").endswith("18; 19; and 2 more.")


def test_a_legend_has_each_name_once() -> None:
    drawing = panels_below([100])
    drawing.name("twice", BLUE)
    drawing.name("twice", ORANGE)
    assert names(draw("c", "C", drawing)) == ["twice"]


def test_the_same_look_has_an_id_of_its_own_in_each_legend() -> None:
    drawn = [parsed(drawn) for name in ("c", "d") for drawn in lines(name).legend.values()]
    ids = [element.attrib["id"] for root in drawn for element in root.iter() if "id" in element.attrib]
    used = [use.attrib["href"] for root in drawn for use in root.iter("use")]
    assert len(set(ids)) == 2
    assert used == [f"#{identity}" for identity in ids]


def test_what_comes_from_names_is_escaped() -> None:
    drawing = rows("<script>")
    drawing.panels[0].markers([1], [0], BLUE, ["<b>"])
    drawn = draw("c", "<i>", drawing).svg
    assert not any(tag in drawn for tag in ("<script", "<b>", "<i>"))


def test_a_name_that_is_too_long_is_shortened() -> None:
    (shortened,) = (text for text in written(draw("c", "C", rows("n" * 300))) if "n" in text)
    assert shortened == "n" * 55 + "…"


def test_a_name_is_text_and_no_formula() -> None:
    name = "costs $1 and $2"
    drawing = panels_of_rows([(name, [name])], row_pixels=30)
    drawing.panels[0].write(0, 0, name)
    drawing.panels[0].name_axis(name)
    assert written(draw("c", "C", drawing)).count(name) == 4


def test_a_label_is_written_into_a_bar_if_it_fits() -> None:
    drawing = rows("row")
    drawing.panels[0].axes.set_xlim(0, 100)
    bars = [Bar(0, 0, 90, "long", "fits"), Bar(0, 90, 91, "short", "does not")]
    drawing.panels[0].bars(bars, BLUE.colour, thickness=0.5)
    chart = draw("c", "C", drawing)
    assert titles(chart) == ["long", "short"]
    assert "fits" in written(chart)
    assert "does not" not in written(chart)


def test_panels_that_share_an_axis_show_it_once() -> None:
    below = panels_below([50, 50], ["first", "second"])
    for panel in below.panels:
        panel.axes.set_xlim(0, 10)
    content = written(draw("c", "C", below))
    assert [text for text in content if text in {"first", "second", "10"}].count("10") == 1
    assert {"first", "second"} <= set(content)
