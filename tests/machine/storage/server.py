"""A real S3 server on loopback: S3Proxy over a folder, its jars from Maven Central as Kafka's are."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from include.cli.local_airflow.s3proxy_jars import s3proxy_jars
from include.machine.containers.images import FOLDER
from include.machine.networks.ports import free_ports
from include.machine.processes.wait_until import wait_until
from include.machine.releases.installed_java import find_java

USER, PASSWORD = "kerran-test", "only-for-this-test"
BUCKET = "bucket"
LOGGING = FOLDER / "storage" / "logback.xml"


@dataclass(frozen=True)
class Server:
    """A running server; ``data`` is the folder in which buckets and objects lie as folders and files."""

    port: int
    data: Path

    def environment(self, port: int | None = None) -> dict[str, str]:
        """What a client needs; ``port`` where it is to go through a proxy."""
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port or self.port}",
            "AWS_ACCESS_KEY_ID": USER,
            "AWS_SECRET_ACCESS_KEY": PASSWORD,
        }


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """A server whose files lie in the folder; it is ended by its process id."""
    server = Server(free_ports(1)[0], folder / "data")
    (server.data / BUCKET).mkdir(parents=True)
    (folder / "s3proxy.conf").write_text(_settings(server))
    command: list[str | Path] = [
        *(find_java().command, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"),
        *(f"-Dlogback.configurationFile={LOGGING}", "-cp", f"{s3proxy_jars()}/*"),
        *("org.gaul.s3proxy.Main", "--properties", str(folder / "s3proxy.conf")),
    ]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        answers = partial(_answers, process, server.port, folder / "log")
        wait_until(answers, 30, lambda: "the S3 server didn't answer")
        yield server
    finally:
        process.kill()
        process.wait()


def _settings(server: Server) -> str:
    return f"""\
s3proxy.endpoint=http://127.0.0.1:{server.port}
s3proxy.authorization=aws-v2-or-v4
s3proxy.identity={USER}
s3proxy.credential={PASSWORD}
jclouds.provider=filesystem-nio2
jclouds.filesystem.basedir={server.data}
"""


def _answers(process: "subprocess.Popen[bytes]", port: int, log: Path) -> bool:
    assert process.poll() is None, log.read_text()
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
