"""A copier with a mistake: it commits the offsets before its outputs are acknowledged."""

import os

from confluent_kafka import Consumer, Producer

servers = {"bootstrap.servers": os.environ["BOOTSTRAP_SERVERS"]}
consumer = Consumer(
    {
        **servers,
        "group.id": os.environ["GROUP"],
        "auto.offset.reset": "earliest",
        "enable.auto.commit": False,
        "session.timeout.ms": 6000,
    }
)
producer = Producer({**servers, "enable.idempotence": True, "linger.ms": 200})
consumer.subscribe([os.environ["INPUT_TOPIC"]])
while True:
    batch = [message for message in consumer.consume(100, 0.1) if not message.error()]
    for message in batch:
        producer.produce(
            os.environ["OUTPUT_TOPIC"], message.value(), message.key(), headers=message.headers() or []
        )
    if batch:
        consumer.commit(asynchronous=False)  # the mistake: producer.flush() is missing before it
    producer.poll(0)
