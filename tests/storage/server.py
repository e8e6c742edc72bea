"""A real S3 server on loopback: S3Proxy over a folder, its jars from Maven Central as Kafka's are."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from include import folders
from include.clusters.jars import SETTINGS, ivy_jar, locked
from include.clusters.java import find_java
from tests.processes.waiting import wait_until

RELEASE = "4.1.0"
USER, PASSWORD = "kerran-test", "only-for-this-test"
BUCKET = "bucket"

OTHER_CLOUDS = (
    r"com\.azure",
    r"com\.github\.openstack4j.*",
    r"com\.google\.(cloud|api.*)",
    r"io\.(grpc|netty|opencensus|opentelemetry.*|projectreactor.*)",
    r"org\.apache\.sshd",
)
"""Organisations whose jars it needs only in front of another cloud's storage."""

EXCLUDED = "\n".join(f'    <exclude org="{one}" matcher="regexp"/>' for one in OTHER_CLOUDS)

MODULE = f"""\
<ivy-module version="2.0">
  <info organisation="kerran" module="s3proxy"/>
  <configurations><conf name="default"/></configurations>
  <dependencies>
    <dependency org="org.gaul" name="s3proxy" rev="{RELEASE}" conf="default->default"/>
{EXCLUDED}
  </dependencies>
</ivy-module>
"""

LOGBACK = """\
<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%level %logger{0} %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="out"/></root>
</configuration>
"""


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
    server = Server(_free_port(), folder / "data")
    (server.data / BUCKET).mkdir(parents=True)
    (folder / "logback.xml").write_text(LOGBACK)
    (folder / "s3proxy.conf").write_text(_settings(server))
    command: list[str | Path] = [
        *(find_java().command, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"),
        *(f"-Dlogback.configurationFile={folder / 'logback.xml'}", "-cp", f"{jars()}/*"),
        *("org.gaul.s3proxy.Main", "--properties", str(folder / "s3proxy.conf")),
    ]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_until(lambda: _answers(process, server.port, folder / "log"), "the S3 server didn't answer", 30)
        yield server
    finally:
        process.kill()
        process.wait()


def jars() -> Path:
    """The folder of its jars, fetched once."""
    folder = folders.CACHE / "s3proxy" / RELEASE
    with locked(folders.CACHE / "ivy.lock"):
        if not folder.is_dir():
            _fetch(folder)
    return folder


def _fetch(folder: Path) -> None:
    work = folder.with_name(f"{RELEASE}.unfinished")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    (work / "ivysettings.xml").write_text(SETTINGS)
    (work / "ivy.xml").write_text(MODULE)
    looks_off = [f"-Divy.maven.lookup.{kind}=false" for kind in ("sources", "javadoc")]
    command: list[str | Path] = [find_java().command, *looks_off, "-jar", ivy_jar(), "-confs", "default"]
    command += ["-settings", work / "ivysettings.xml", "-ivy", work / "ivy.xml"]
    command += ["-cache", folders.CACHE / "ivy", "-retrieve", work / "jars" / "[artifact]-[revision].[ext]"]
    fetched = subprocess.run(command, capture_output=True, text=True, check=False)
    assert fetched.returncode == 0, fetched.stdout[-2000:] + fetched.stderr[-2000:]
    (work / "jars").rename(folder)
    shutil.rmtree(work)


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


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
