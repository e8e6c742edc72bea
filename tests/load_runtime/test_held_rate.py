from include.load_runtime.held_rate import is_held


def test_a_rate_is_held_to_one_percent() -> None:
    assert is_held(99.0)
    assert not is_held(98.99)
