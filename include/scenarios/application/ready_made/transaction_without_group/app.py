"""A copier with a mistake: it commits the offsets outside of the transaction that writes the outputs."""

import os

from confluent_kafka import Consumer, Producer

servers = {"bootstrap.servers": os.environ["BOOTSTRAP_SERVERS"]}
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
producer = Producer({**servers, "transactional.id": os.environ["TRANSACTIONAL_ID"]})
producer.init_transactions()
consumer.subscribe([os.environ["INPUT_TOPIC"]])
while True:
    batch = [message for message in consumer.consume(100, 0.1) if not message.error()]
    if not batch:
        continue
    producer.begin_transaction()
    for message in batch:
        producer.produce(
            os.environ["OUTPUT_TOPIC"], message.value(), message.key(), headers=message.headers() or []
        )
    producer.commit_transaction()
    consumer.commit(asynchronous=False)  # the mistake: send_offsets_to_transaction is missing
