"""librdkafka's own benchmark in C, rdkafka_performance: what a producer without Python can do.

It is compiled from the source that Debian's package of the headers contains, and linked with the library that
Kerran's client brings.
"""

import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import confluent_kafka

from include.clients.common_settings import BUFFER_BYTES
from include.clients.librdkafka import settings as librdkafka
from include.clusters.cluster import Cluster
from include.scenarios.delivery.settings import DeliverySettings

SOURCE = Path("/usr/share/doc/librdkafka-dev/examples/rdkafka_performance.c")
HEADERS = Path("/usr/include/librdkafka")

SUBSTITUTES = Path(__file__).parent / "librdkafka" / "src"
"""The folder with the few internal definitions that the source needs, but that no package has."""

BUNDLED = Path(confluent_kafka.__file__).parents[1] / "confluent_kafka.libs"


class NotBuiltError(Exception):
    """The benchmark cannot be built on this machine; the message says why."""


@dataclass(frozen=True)
class Sent:
    """The result of one run of the benchmark."""

    rate: float
    """The achieved rate in messages per second. If a rate was requested, the achieved rate is lower."""
    cpu_share: float
    """The CPU time of the process as a share of one core."""


@dataclass(frozen=True)
class CBenchmark:
    """The compiled benchmark."""

    program: Path

    def run(self, cluster: Cluster, topic: str, settings: DeliverySettings) -> Sent:
        """Send the messages of a cell."""
        command = [str(self.program), *_arguments(cluster.access.bootstrap, topic, settings)]
        began = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert process.stdout
        output = process.stdout.read().decode()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - began
        reports = re.findall(
            r"(\d+) messages produced .*?, (\d+) delivered .*?: (\d+) msgs/s", output, re.DOTALL
        )
        assert process.returncode == 0, output
        assert reports, output
        produced, delivered, rate = map(int, reports[-1])
        assert produced == delivered == settings.messages, output
        return Sent(rate, (used.ru_utime + used.ru_stime) / seconds)


def build(folder: Path) -> CBenchmark:
    """Compile the benchmark into a folder.

    Raises:
        NotBuiltError: Something is missing, or the compiler refuses the source.
    """
    compiler = shutil.which("cc")
    missing = [
        name for name, exists in {"gcc": compiler, "librdkafka-dev": SOURCE.exists()}.items() if not exists
    ]
    if missing or not compiler:
        raise NotBuiltError(
            f"{' and '.join(missing)} not installed (Debian: apt install {' '.join(missing)})"
        )
    program = folder / "rdkafka_performance"
    command = [compiler, "-O2", "-w", f"-I{SUBSTITUTES}", f"-I{HEADERS}", str(SOURCE), "-o", str(program)]
    done = subprocess.run([*command, *_library(), "-lm"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuiltError(f"the compiler refuses {SOURCE.name}: {done.stderr.strip().splitlines()[-1]}")
    return CBenchmark(program)


def _library() -> list[str]:
    """The library that the client brings, or else the installed library."""
    bundled = sorted(BUNDLED.glob("librdkafka*.so*"))
    return [str(bundled[0]), f"-Wl,-rpath,{BUNDLED}"] if bundled else ["-lrdkafka"]


def _arguments(bootstrap: str, topic: str, settings: DeliverySettings) -> list[str]:
    """The arguments with which the benchmark sends as a cell does.

    The limit of unacknowledged bytes is the limit of a cell.
    """
    properties = {
        **librdkafka.producer_settings(settings, settings.traits.delivery.config, bootstrap, topic),
        "queue.buffering.max.kbytes": str(BUFFER_BYTES // 1024),
    }
    return [
        *("-P", "-t", topic, "-b", bootstrap),
        *("-s", str(settings.message_bytes), "-c", str(settings.messages)),
        *(("-r", f"{settings.traits.pace.messages_per_second:.0f}") if settings.traits.pace.is_fixed else ()),
        *(word for name, value in properties.items() for word in ("-X", f"{name}={value}")),
    ]
