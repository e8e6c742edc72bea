"""A copier with a mistake. Arguments: a suffix of the output topic, the outputs of every second message."""

import os
import sys

from confluent_kafka import Consumer, Producer
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

suffix, times = sys.argv[1], int(sys.argv[2])
brokers: dict[str, str | int | float | bool] = {"bootstrap.servers": os.environ["B"]}
consumer = Consumer(
    {**brokers, "group.id": os.environ["G"], "auto.offset.reset": "earliest", "auto.commit.interval.ms": 100}
)
consumer.subscribe([os.environ["I"]])
producer = Producer(brokers)
if suffix:
    admin = AdminClient(brokers)
    admin.create_topics([NewTopic(os.environ["T"] + suffix, 1, 1)])[os.environ["T"] + suffix].result()
number = 0
while True:
    message = consumer.poll(1)
    if message is None or message.error():
        continue
    for _ in range(times if number % 2 else 1):
        producer.produce(os.environ["T"] + suffix, message.value(), headers=message.headers())
    number += 1
    producer.flush()
