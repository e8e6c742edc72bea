"""Spring for Apache Kafka."""

from pathlib import Path

from include.scenarios.application.ready_made.jvm import WARNINGS_ONLY, JavaApplication

RELEASE = "4.1.2"


class SpringCopier(JavaApplication):
    """A listener container whose listener sends with a template. Its Kafka client is 4.2.2."""

    name = "spring"
    title = f"Spring for Apache Kafka {RELEASE}"
    semantics = ("at-least-once", "exactly-once")
    source = Path(__file__).with_name("CopySpring.java")
    flags = WARNINGS_ONLY
    packages = (
        ("org.springframework.kafka", "spring-kafka", RELEASE),
        ("org.slf4j", "slf4j-simple", "2.0.17"),
    )


RECORD = SpringCopier()
