"""The container images of Kerran. An image is built again only when its sources have changed."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from docker.errors import DockerException, ImageNotFound
from requests.exceptions import RequestException

from include.machine import settings
from include.machine.containers.engine import ADVICE, EngineError, address, engine, reason
from include.machine.folders import ROOT

FOLDER = ROOT / "compose" / "images"

BUILD_TIMEOUT_SECONDS = 1800

OUTPUT_LINES = 20
"""The number of lines from the end of a failed build's output that an error message shows."""


def present(name: str, say: Callable[[str], None] = lambda _: None) -> str:
    """Pull an image that Kerran does not build, if the engine does not have it; return its name.

    ``say`` announces the download.

    Raises:
        EngineError: No engine answers, or the image is missing and cannot be pulled.
    """
    images = engine().images
    with suppress(ImageNotFound):
        images.get(name)
        return name
    say(f"Pulling the image {name} (once)")
    try:
        images.pull(name)
    except (DockerException, RequestException) as error:
        raise EngineError(
            f"The image {name} is not on this machine and cannot be pulled: {_why(error)}. Build it "
            "(docker build), load it (docker load), or correct its name."
        ) from None
    return name


def _why(error: Exception) -> str:
    """The engine's own words about a refusal, without the address of the request."""
    return str(getattr(error, "explanation", None) or reason(error)).rstrip(".")


@dataclass(frozen=True)
class Image:
    """An image that is built with the Dockerfile in ``compose/images/<name>``."""

    name: str
    sources: Sequence[Path] = ()
    """The files and folders of the project that the Dockerfile copies."""
    contexts: Mapping[str, Path] = field(default_factory=dict)
    """Folders outside the project, by the names that they get in the build context. With such folders, the
    build context is a copy of the Dockerfile's folder and of these folders. Without them, it is the root of
    the project."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """Build arguments."""

    @cached_property
    def tag(self) -> str:
        """The image's name with a digest of its sources and build arguments.

        The digest is computed only once, because the sources do not change while this process runs.
        """
        digest = blake2b(digest_size=6)
        for name, value in sorted(self._arguments().items()):
            digest.update(f"{name}={value}\n".encode())
        for file in sorted(self._files()):
            digest.update(f"{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
        for name, folder in sorted(self.contexts.items()):  # large files: only names and sizes are read
            files = sorted(path for path in folder.rglob("*") if path.is_file())
            digest.update(name.encode() + "".join(f"{p.name}{p.stat().st_size}" for p in files).encode())
        return f"kerran/{self.name}:{digest.hexdigest()}"

    def built(self, say: Callable[[str], None] = lambda _: None) -> str:
        """Build the image if the engine does not have it, and return the image's tag.

        ``say`` announces the build.
        """
        tag = self.tag
        try:
            engine().images.get(tag)
        except ImageNotFound:
            say(f"Building the image {tag} (once)")
            self._build(tag)
        return tag

    def _build(self, tag: str) -> None:
        docker = shutil.which("docker")
        if not docker:
            raise EngineError(
                f"The image {tag} is missing, and the command docker, which would build it, is missing too. "
                f"{ADVICE}"
            )
        arguments = [f"{name}={value}" for name, value in self._arguments().items()]
        arguments += [variable.name for variable in settings.IMAGE_BUILD if variable.is_set]
        command = [docker, "build", "--quiet", "--network", "host", "--tag", tag]
        command += [part for argument in arguments for part in ("--build-arg", argument)]
        with self._context() as context:
            done = subprocess.run(
                [*command, "--file", str(FOLDER / self.name / "Dockerfile"), str(context)],
                capture_output=True,
                text=True,
                check=False,
                timeout=BUILD_TIMEOUT_SECONDS,
                env={**os.environ, "DOCKER_HOST": address(), "DOCKER_BUILDKIT": "1"},
            )
        if done.returncode:
            end = "\n".join((done.stdout + done.stderr).splitlines()[-OUTPUT_LINES:])
            raise EngineError(f"The image {tag} cannot be built from {FOLDER / self.name}:\n{end}")

    @contextmanager
    def _context(self) -> Iterator[Path]:
        """The build context: the folder from which Docker builds.

        Several folders are copied into one, because only Docker 23 and later accept several folders.
        """
        if not self.contexts:
            yield ROOT
            return
        with tempfile.TemporaryDirectory(prefix="kerran-image-") as temporary:
            context = shutil.copytree(FOLDER / self.name, Path(temporary) / self.name)
            for name, folder in self.contexts.items():
                shutil.copytree(folder, context / name)
            yield context

    def _arguments(self) -> dict[str, str]:
        return {"BASE": settings.BASE_IMAGE.read(), **self.arguments}

    def _files(self) -> list[Path]:
        roots = [FOLDER / self.name, *self.sources]
        return [
            file
            for root in roots
            for file in (root.rglob("*") if root.is_dir() else [root])
            if file.is_file() and "__pycache__" not in file.parts
        ]
