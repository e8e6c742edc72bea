"""Spark Structured Streaming."""

import sys
from pathlib import Path

from include.scenarios.application.ready_made.jvm import JarApplication

RELEASE = "4.2.0"
"""The release of PySpark that is installed with Kerran, which is started here."""


class SparkCopier(JarApplication):
    """A query with a Kafka source and a Kafka sink, which knows no transactions."""

    name = "spark"
    title = f"Spark Structured Streaming {RELEASE}"
    semantics = ("at-least-once",)
    packages = (
        ("org.apache.spark", "spark-sql-kafka-0-10_2.13", RELEASE),
        ("org.apache.spark", "spark-token-provider-kafka-0-10_2.13", RELEASE),
        ("org.apache.kafka", "kafka-clients", "3.9.2"),
        ("org.apache.commons", "commons-pool2", "2.13.1"),
    )
    fetches_dependencies = False  # PySpark has the others

    def command(self) -> list[str]:
        jars = ",".join(map(str, self.jars()))
        environment = [f"SPARK_JARS={jars}", "SPARK_LOCAL_IP=127.0.0.1"]
        return ["env", *environment, sys.executable, str(Path(__file__).with_name("app.py"))]


RECORD = SparkCopier()
