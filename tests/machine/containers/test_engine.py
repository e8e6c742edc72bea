import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from include.machine.containers.compose_command import find_docker
from include.machine.containers.engine import EngineError, engine
from include.machine.containers.images import present


class OldEngine(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"Version": "19.03.15", "ApiVersion": "1.40"}).encode())

    def log_message(self, *_: object) -> None:
        """Say nothing on the terminal."""


def test_an_engine_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with HTTPServer(("127.0.0.1", 0), OldEngine) as server:
        monkeypatch.setenv("DOCKER_HOST", f"tcp://127.0.0.1:{server.server_port}")
        Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(EngineError, match=r"19\.03\.15 .* is too old: its API is 1\.40, and 1\.41"):
            engine()
        server.shutdown()


def test_an_engine_that_does_not_answer_or_whose_context_does_not_exist_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    with pytest.raises(EngineError, match=r"No container engine answers at unix:.*none\.sock: the socket"):
        engine()
    monkeypatch.delenv("DOCKER_HOST")
    monkeypatch.setenv("DOCKER_CONTEXT", "nowhere")
    with pytest.raises(EngineError, match="no Docker context nowhere"):
        engine()


def test_a_missing_docker_or_plugin_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = os.environ["PATH"]
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineError, match=r"no command docker on PATH\. Install Docker's Compose plugin"):
        find_docker()
    command = tmp_path / "docker"
    command.write_text("#!/bin/sh\nexit 1\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{path}")
    with pytest.raises(EngineError, match=f"{command} has no Compose plugin"):
        find_docker()


@pytest.mark.needs("container-engine")
def test_a_missing_image_is_reported_with_advice() -> None:
    with pytest.raises(EngineError, match=r"image 127\.0\.0\.1:1/kafka:0 is not on this machine and cannot"):
        present("127.0.0.1:1/kafka:0")
