from confluent_kafka import Uuid

from include.clusters.leaders_and_coordinators import java_hash, share_key


def test_the_hash_of_a_text_is_the_one_of_java_but_for_the_smallest_which_is_zero() -> None:
    hashes = {"": 0, "a": 97, "hello": 99162322, "Hello, World!": 1498789909, "polygenelubricants": 0}
    assert {text: java_hash(text) for text in hashes} == hashes


def test_the_key_of_a_share_group_has_the_topic_id_as_kafka_writes_it() -> None:
    id = Uuid(-0x0404040404040405, -0x0404040404040405)
    assert str(id) == "+/v7+/v7+/v7+/v7+/v7+w"
    assert share_key("g", str(id), 2) == "g:-_v7-_v7-_v7-_v7-_v7-w:2"
