from include.judging.deployment import Deployment


def test_a_topic_has_the_in_sync_replicas_of_the_option_or_kafkas_default() -> None:
    assert [Deployment(given).min_insync_replicas for given in (None, 1, 3)] == [1, 1, 3]
