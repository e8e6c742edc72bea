from include.clusters.leaders_and_coordinators import java_hash


def test_the_hash_of_a_text_is_the_one_of_java_but_for_the_smallest_which_is_zero() -> None:
    hashes = {"": 0, "a": 97, "hello": 99162322, "Hello, World!": 1498789909, "polygenelubricants": 0}
    assert {text: java_hash(text) for text in hashes} == hashes
