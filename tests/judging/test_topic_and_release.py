from include.judging.topic_and_release import Deployment, is_release_known


def test_a_topic_has_the_in_sync_replicas_of_the_option_or_kafkas_default() -> None:
    assert [Deployment(level).min_insync_replicas for level in (None, 1, 3)] == [1, 1, 3]


def test_a_release_is_known_if_the_user_names_it() -> None:
    known = {"": False, "java": False, "java-3.9": True, "java-2.8.2": True}
    assert {client: is_release_known(client) for client in known} == known
