from pathlib import Path

import pytest

from include.cells.network_watch import connections_lost

LOG = """\
{"event": "ready", "at_ns": 1}
%6|1.2|FAIL|rdkafka#producer-1| [thrd:h:9092/1]: h:9092/1: Disconnected (after 7ms in state UP)
%3|1.3|FAIL|rdkafka#producer-1| [thrd:127.0.0.1:9092/1]: Connect failed (after 0ms in state CONNECT)
%4|1.4|GETPID|rdkafka#producer-1| [thrd:main]: Failed to acquire PID
"""


JAVA_LOG = """\
[main] INFO org.apache.kafka.clients.NetworkClient - [Consumer clientId=c, groupId=g] Node 3 disconnected.
[main] INFO org.apache.kafka.clients.NetworkClient - [Consumer clientId=c, groupId=g] Node 3 disconnected.
[main] WARN org.apache.kafka.clients.NetworkClient - [Consumer clientId=c, groupId=g] Connection to node 3 \
(/127.0.0.1:9092) could not be established. Node may not be available.
"""


@pytest.mark.parametrize("log", [LOG, JAVA_LOG], ids=["librdkafka", "java"])
def test_only_connections_that_were_established_count_as_lost(tmp_path: Path, log: str) -> None:
    assert connections_lost(tmp_path / "producer.log") == 0
    (tmp_path / "producer.log").write_text(log, encoding="utf-8")
    assert connections_lost(tmp_path / "producer.log") == 1
