"""Copy messages with Quix Streams."""

import os

from quixstreams import Application

app = Application(
    broker_address=os.environ["BOOTSTRAP_SERVERS"],
    consumer_group=os.environ["GROUP"],
    processing_guarantee=os.environ["SEMANTICS"],
    commit_interval=1.0,
    auto_offset_reset="earliest",
    auto_create_topics=False,
    use_changelog_topics=False,
    state_dir=os.environ["STATE_FOLDER"],
    consumer_extra_config={"session.timeout.ms": 6000},
)
source = app.topic(os.environ["INPUT_TOPIC"], key_deserializer="bytes", value_deserializer="bytes")
target = app.topic(os.environ["OUTPUT_TOPIC"], key_serializer="bytes", value_serializer="bytes")
app.dataframe(source).to_topic(target)
app.run()
