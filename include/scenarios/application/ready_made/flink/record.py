"""Flink."""

from pathlib import Path

from include.scenarios.application.ready_made.jvm import OPENED, JavaApplication

RELEASE = "2.2.1"
CONNECTOR = "5.0.0-2.2"


class FlinkCopier(JavaApplication):
    """A job with a Kafka source and a Kafka sink, and a checkpoint each second."""

    name = "flink"
    title = f"Flink {RELEASE} (connector {CONNECTOR})"
    semantics = ("at-least-once", "exactly-once")
    source = Path(__file__).with_name("CopyFlink.java")
    packages = (
        ("org.apache.flink", "flink-connector-kafka", CONNECTOR),
        ("org.apache.flink", "flink-connector-base", RELEASE),
        ("org.apache.flink", "flink-clients", RELEASE),
        ("org.apache.flink", "flink-streaming-java", RELEASE),
        ("org.slf4j", "slf4j-simple", "1.7.36"),
    )
    flags = OPENED


RECORD = FlinkCopier()
