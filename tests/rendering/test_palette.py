from include.rendering.palette import DASHES, PALETTE, look


def test_every_rank_up_to_the_last_colour_has_a_colour_and_a_marker_of_its_own() -> None:
    looks = [look(rank) for rank in range(len(PALETTE))]
    assert len({drawn.colour for drawn in looks}) == len({drawn.symbol for drawn in looks}) == len(PALETTE)
    assert {drawn.dash for drawn in looks} == {"solid"}


def test_colours_repeat_with_another_dash() -> None:
    assert look(len(PALETTE)).colour == look(0).colour
    assert [look(len(PALETTE) * number).dash for number in range(4)] == list(DASHES)
