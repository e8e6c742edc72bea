from datetime import date

from include.matrix.released import feature_of, numbers_of, released


def test_a_patch_came_with_its_feature() -> None:
    assert released("2.3.1") == released("2.3.0") == date(2019, 6, 25)


def test_before_1_0_a_feature_has_two_numbers_too() -> None:
    assert (feature_of("0.11.0.3"), released("0.11.0.3")) == ("0.11", date(2017, 6, 28))


def test_a_release_that_is_not_known_yet_has_no_date() -> None:
    assert released("99.1.0") is None


def test_releases_have_the_order_of_their_numbers() -> None:
    assert numbers_of("3.10.0") > numbers_of("3.9.1") > numbers_of("0.11.0.3")
