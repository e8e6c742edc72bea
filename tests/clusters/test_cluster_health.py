import pytest

from include.clusters.cluster_health import java_hash


@pytest.mark.parametrize(
    ("text", "hashed"),
    [("", 0), ("a", 97), ("hello", 99162322), ("Hello, World!", 1498789909), ("polygenelubricants", 0)],
)
def test_the_hash_of_a_text_is_the_one_of_java_but_for_the_smallest_which_is_zero(
    text: str, hashed: int
) -> None:
    assert java_hash(text) == hashed
