from bench.goals import at_least, at_most


def test_a_figure_says_beside_its_goal_whether_it_reaches_it() -> None:
    assert at_most(12, 12) == "of at most 12 (reached)"
    assert at_most(1.33, 1.0, "{} s") == "of at most 1.0 s (missed)"
    assert at_least(0.8, 0.8) == "of at least 0.8 (reached)"
    assert at_least(0.733, 0.8) == "of at least 0.8 (missed)"
