import pytest

from include.clusters.cluster_health import java_hash


@pytest.mark.parametrize(
    ("text", "hashed"),
    [("", 0), ("a", 97), ("hello", 99162322), ("Hello, World!", 1498789909)],
)
def test_java_hashes_a_text_like_this(text: str, hashed: int) -> None:
    assert java_hash(text) == hashed


def test_the_least_number_stands_for_nothing_since_it_has_no_opposite() -> None:
    assert java_hash("polygenelubricants") == 0
