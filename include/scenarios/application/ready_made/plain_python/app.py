"""Copy messages with confluent-kafka: at least once, or exactly once with transactions."""

import os
import signal

from confluent_kafka import Consumer, Producer

BATCH_MESSAGES = 100

servers = {"bootstrap.servers": os.environ["BOOTSTRAP_SERVERS"]}
is_exactly_once = os.environ["SEMANTICS"] == "exactly-once"
consumer = Consumer(
    {
        **servers,
        "group.id": os.environ["GROUP"],
        "auto.offset.reset": "earliest",
        "enable.auto.commit": False,
        "isolation.level": "read_committed",
        "session.timeout.ms": 6000,
    }
)
transactional = {"transactional.id": os.environ["TRANSACTIONAL_ID"]} if is_exactly_once else {}
producer = Producer({**servers, "enable.idempotence": True, **transactional})


def copy(messages):
    for message in messages:
        producer.produce(
            os.environ["OUTPUT_TOPIC"], message.value(), message.key(), headers=message.headers() or []
        )


def commit_after_flush(messages):
    copy(messages)
    if producer.flush(60):
        raise SystemExit("the outputs were not acknowledged")
    consumer.commit(asynchronous=False)


def commit_in_transaction(messages):
    producer.begin_transaction()
    copy(messages)
    positions = consumer.position(consumer.assignment())
    producer.send_offsets_to_transaction(positions, consumer.consumer_group_metadata())
    producer.commit_transaction()


stopping = []
signal.signal(signal.SIGTERM, lambda *_: stopping.append(True))
if is_exactly_once:
    producer.init_transactions()
consumer.subscribe([os.environ["INPUT_TOPIC"]])
while not stopping:
    batch = [message for message in consumer.consume(BATCH_MESSAGES, 0.1) if not message.error()]
    if batch:
        (commit_in_transaction if is_exactly_once else commit_after_flush)(batch)
consumer.close()
