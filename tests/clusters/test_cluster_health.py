import pytest

from include.clusters.cluster_health import java_hash


@pytest.mark.parametrize(
    ("text", "hashed"), [("", 0), ("a", 97), ("hello", 99162322), ("Hello, World!", 1498789909)]
)
def test_the_hash_of_a_text_is_the_one_of_java(text: str, hashed: int) -> None:
    assert java_hash(text) == hashed


def test_the_smallest_hash_is_replaced_by_zero() -> None:
    assert java_hash("polygenelubricants") == 0
