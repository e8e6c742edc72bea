"""A copier with a mistake: the client commits at an interval what the application has not yet written."""

import os

from confluent_kafka import Consumer, Producer

servers = {"bootstrap.servers": os.environ["BOOTSTRAP_SERVERS"]}
consumer = Consumer(
    {
        **servers,
        "group.id": os.environ["GROUP"],
        "auto.offset.reset": "earliest",
        "enable.auto.commit": True,  # the mistake: nothing waits for the outputs
        "auto.commit.interval.ms": 100,
        "session.timeout.ms": 6000,
    }
)
producer = Producer({**servers, "enable.idempotence": True, "linger.ms": 500})
consumer.subscribe([os.environ["INPUT_TOPIC"]])
while True:
    for message in consumer.consume(100, 0.1):
        if not message.error():
            producer.produce(
                os.environ["OUTPUT_TOPIC"], message.value(), message.key(), headers=message.headers() or []
            )
    producer.poll(0)
