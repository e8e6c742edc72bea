"""The clients are real; their brokers are librdkafka's own mock brokers, in the process of the test."""

import pytest
from confluent_kafka import KafkaError, KafkaException, Producer

from include.cells.network_watch import connections_lost
from include.producers.producer_id_wait import ProducerIdLog

MOCK = {"bootstrap.servers": "mock", "test.mock.num.brokers": "1"}
IDEMPOTENT = {"enable.idempotence": "true", "acks": "all"}


def client(log: ProducerIdLog, settings: dict[str, str]) -> Producer:
    return Producer({**settings, **log.settings()})


def test_a_client_that_was_waited_for_has_its_producer_id() -> None:
    log = ProducerIdLog(MOCK | IDEMPOTENT)
    producer = client(log, MOCK | IDEMPOTENT)
    log.wait_for_id(producer.poll, 10)
    acknowledged = []
    producer.produce("topic", b"value", on_delivery=lambda error, _: acknowledged.append(error))
    producer.flush(5)
    assert acknowledged == [None]
    assert not log._is_missing


@pytest.mark.parametrize(
    "settings", [{"enable.idempotence": "false"}, IDEMPOTENT | {"transactional.id": "t"}]
)
def test_a_client_without_a_need_of_a_producer_id_is_not_waited_for(settings: dict[str, str]) -> None:
    log = ProducerIdLog(MOCK | settings)
    assert log.settings() == {}
    log.wait_for_id(lambda _: pytest.fail("the client was polled"), 10)


def test_a_client_without_brokers_is_given_up_and_its_log_written(capfd: pytest.CaptureFixture[str]) -> None:
    settings = {"bootstrap.servers": "127.0.0.1:1", **IDEMPOTENT}
    log = ProducerIdLog(settings)
    producer = client(log, settings)
    with pytest.raises(KafkaException, match=r"no broker gave the client a producer id within 0\.5") as error:
        log.wait_for_id(producer.poll, 0.5)
    assert error.value.args[0].code() == KafkaError._TIMED_OUT
    written = capfd.readouterr().err.splitlines()
    assert any("|FAIL|rdkafka#producer-" in line and line.startswith("%3|") for line in written)
    assert not any("GETPID" in line or line.startswith("%7|") for line in written)


def test_a_fatal_error_ends_the_wait() -> None:
    log = ProducerIdLog(IDEMPOTENT)
    denied = KafkaError(KafkaError.CLUSTER_AUTHORIZATION_FAILED, "denied", fatal=True)
    with pytest.raises(KafkaException) as failed:
        log.wait_for_id(lambda _: log.settings()["error_cb"](denied), 10)
    assert failed.value.args[0] is denied


def test_lost_connections_are_counted_in_the_written_log(
    capfd: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    log = ProducerIdLog(IDEMPOTENT)
    lost = "[thrd:h:9092/1]: h:9092/1: Disconnected (after 7ms in state UP)"
    log.settings()["logger"].info("%s [%s] %s", "FAIL", "rdkafka#producer-1", lost)
    written = tmp_path_factory.mktemp("log") / "producer.log"
    written.write_text(capfd.readouterr().err, encoding="utf-8")
    assert connections_lost(written) == 1
