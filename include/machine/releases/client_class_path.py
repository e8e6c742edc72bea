"""The class path of Java programs that use Kafka's Java client.

The Eclipse compiler compiles the programs, so a Java runtime without a compiler is enough.
"""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.installed_java import MIN_VERSION, find_java
from include.machine.releases.jars import broker_jars
from include.machine.releases.made_once import made_once
from include.machine.releases.maven_fetch import dependency, ivy_module, retrieve

COMPILER_VERSION = "3.40.0"

MODULE = ivy_module("compiler", dependency("org.eclipse.jdt", "ecj", COMPILER_VERSION, transitive=False))

# ``--release`` needs a part of a JDK. ``-source`` and ``-target`` do not.
OPTIONS = ["-source", str(MIN_VERSION), "-target", str(MIN_VERSION), "-encoding", "UTF-8", "-nowarn"]

JARS = ("kafka-clients-*.jar", "slf4j-*.jar", "lz4-java-*.jar", "snappy-java-*.jar", "zstd-jni-*.jar")
"""The patterns that select the client's jars by their file names, in the folder with the broker's jars."""


def client_class_path(
    sources: Sequence[Path], release: str, say: Callable[[str], None] = lambda _: None
) -> list[Path]:
    """The compiled programs, and the jars of a release's client. Programs are compiled if necessary."""
    folder = broker_jars(release, say)
    jars = sorted(jar for pattern in JARS for jar in folder.glob(pattern))
    return [compiled(sources, jars), *jars]


def compiled(sources: Sequence[Path], jars: Sequence[Path]) -> Path:
    """The jar with the compiled sources. If the jar does not exist, the sources are compiled first.

    The name of the new jar is a hash of the sources, the names of ``jars`` and the version of the compiler.
    """
    programs = folders.CACHE / "java-programs" / f"{_fingerprint(sources, jars)}.jar"
    lock = folders.CACHE / "java-programs.lock"
    return made_once(programs, lock, partial(_compile, sources, jars))


def _compile(sources: Sequence[Path], jars: Sequence[Path], folder: Path) -> Path:
    """Compile the sources in the folder, and return the jar with all classes."""
    compiler = retrieve(MODULE, folders.CACHE / "ecj" / COMPILER_VERSION, _unavailable)
    output = folder / "classes"
    java: list[str | Path] = [find_java().command, "-cp", f"{compiler}/*"]
    main = ["org.eclipse.jdt.internal.compiler.batch.Main", *OPTIONS]
    command = [*java, *main, "-cp", ":".join(map(str, jars)), "-d", output, *sources]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise PlatformError(f"The Java load programs do not compile:\n{answer.stdout}{answer.stderr}")
    return Path(shutil.make_archive(str(output), "zip", output))


def _fingerprint(sources: Sequence[Path], jars: Sequence[Path]) -> str:
    digest = blake2b(f"{COMPILER_VERSION} {' '.join(jar.name for jar in jars)}".encode(), digest_size=16)
    for source in sources:
        digest.update(f"\n{source.name}\n".encode() + source.read_bytes())
    return digest.hexdigest()


def _unavailable(output: str) -> PlatformError:
    """The error that says that the Eclipse compiler is not available, with the output of Ivy."""
    compiler = f"the Eclipse compiler {COMPILER_VERSION} (it compiles the Java load programs)"
    return PlatformError(f"Ivy could not fetch {compiler} from Maven Central:\n{output}")
