"""Kafka Connect with MirrorMaker 2."""

from pathlib import Path

from include.scenarios.application.ready_made.jvm import WARNINGS_ONLY, JavaApplication

RELEASE = "4.3.1"
"""The newest release whose MirrorMaker is in Maven Central."""


class ConnectCopier(JavaApplication):
    """A distributed worker whose source connector copies a topic on the same cluster, under another name."""

    name = "connect"
    title = f"Kafka Connect {RELEASE} with MirrorMaker 2"
    semantics = ("at-least-once", "exactly-once")
    source = Path(__file__).with_name("CopyConnect.java")
    flags = WARNINGS_ONLY
    packages = (
        ("org.apache.kafka", "connect-mirror", RELEASE),
        ("org.apache.kafka", "connect-runtime", RELEASE),
        ("org.slf4j", "slf4j-simple", "1.7.36"),
    )


RECORD = ConnectCopier()
