import shutil
from pathlib import Path
from typing import cast

import pytest

from include.clusters.backend import ClusterRequest, check_installed
from include.load.signals import ProgramSignals
from include.machine.errors import PlatformError
from include.producers.producer_files import sent_parts
from include.scenarios.queue.programs.consumer import consumer
from include.scenarios.queue.programs.jobs import DequeueJob, EnqueueJob
from include.scenarios.queue.programs.producer import producer
from include.scenarios.queue.settings import QueueSettings
from include.scenarios.queue.systems import QUEUE_SERVERS
from tests.load.fakes import FakeSignals
from tests.load.jobs import job_of

REDIS = shutil.which("redis-server")


def test_a_cell_of_the_system_needs_the_server() -> None:
    settings = QueueSettings.model_validate({"system": "valkey-list"})
    assert (settings.traits.needs.server, settings.semantics) == ("valkey-server", "at-least-once")


def test_a_missing_server_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(PlatformError, match=r"valkey-server is not installed: .*apt install valkey-server"):
        check_installed(["valkey-server"])


@pytest.mark.skipif(REDIS is None, reason="redis-server, which stands for Valkey, is not installed")
def test_messages_that_were_sent_to_the_server_are_received(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "valkey-server").symlink_to(str(REDIS))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    server = QUEUE_SERVERS["valkey-server"].kind().start(ClusterRequest(tmp_path / "server"))
    queue = {"system": "valkey-list", "address": server.access.bootstrap, "folder": tmp_path}
    signals = FakeSignals()
    try:
        assert server.record().kind == "valkey-server"
        sender = producer(job_of(EnqueueJob, **queue), cast("ProgramSignals", signals))
        sender.get_ready()
        sender.run()
        sender.leave()
        receiver = consumer(job_of(DequeueJob, **queue), cast("ProgramSignals", signals))
        receiver.connect()
        assert len(receiver.receive().values) == 2
        receiver.leave()
    finally:
        server.stop()
    [sent] = sent_parts(tmp_path, "program")
    assert set(sent["outcome"].to_pylist()) == {"acked"}
