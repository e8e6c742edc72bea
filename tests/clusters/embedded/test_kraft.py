from include.clusters.embedded.kraft import KRaft


def test_internal_topics_survive_the_loss_of_a_broker_of_three() -> None:
    settings = KRaft().settings(brokers=3)
    assert settings["offsets.topic.replication.factor"] == "3"
    assert settings["transaction.state.log.replication.factor"] == "3"
    assert settings["transaction.state.log.min.isr"] == "2"


def test_a_single_broker_replicates_nothing() -> None:
    settings = KRaft().settings(brokers=1)
    assert settings["offsets.topic.replication.factor"] == "1"
    assert settings["transaction.state.log.min.isr"] == "1"
