"""The project's images: built once for what goes into them, and not again until that changes."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from docker.errors import DockerException, ImageNotFound

from include import settings
from include.containers.engine import ADVICE, EngineError, address, engine
from include.folders import ROOT

FOLDER = ROOT / "compose" / "images"

BUILD_SECONDS = 1800

END_OF_OUTPUT = 20


def present(name: str) -> str:
    """Somebody else's image, once the engine has it.

    Raises:
        EngineError: there is no engine, or it has no such image and can't pull it.
    """
    images = engine().images
    try:
        images.get(name)
    except ImageNotFound:
        try:
            images.pull(name)
        except DockerException as error:
            raise EngineError(
                f"The image {name} is not on this machine and can't be pulled: {error}. "
                "Load it (docker load), or correct its name."
            ) from None
    return name


@dataclass(frozen=True)
class Image:
    """An image that a Dockerfile in ``compose/images/<name>`` makes of some of the project's files.

    ``sources`` are those files and folders; ``arguments`` are its build arguments. ``contexts`` are folders
    elsewhere, by the names that they have beside the Dockerfile: an image with such is built from the
    Dockerfile's folder, any other from the project's root.
    """

    name: str
    sources: Sequence[Path] = ()
    contexts: Mapping[str, Path] = field(default_factory=dict)
    arguments: Mapping[str, str] = field(default_factory=dict)

    @property
    def tag(self) -> str:
        """Its name, and a digest of all that goes into it."""
        digest = blake2b(digest_size=6)
        for name, value in sorted(self._arguments().items()):
            digest.update(f"{name}={value}\n".encode())
        for file in sorted(self._files()):
            digest.update(f"{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
        for name, folder in sorted(self.contexts.items()):  # large ones: by name and size
            files = sorted(path for path in folder.rglob("*") if path.is_file())
            digest.update(name.encode() + "".join(f"{p.name}{p.stat().st_size}" for p in files).encode())
        return f"kerran/{self.name}:{digest.hexdigest()}"

    def built(self, say: Callable[[str], None] = lambda _: None) -> str:
        """Its tag, once the engine has it; ``say`` is told when that takes its time.

        Raises:
            EngineError: there is no engine, or the build failed; it says with what last words.
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
                f"The image {tag} is missing, and so is the command docker to build it. {ADVICE}"
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
                timeout=BUILD_SECONDS,
                env={**os.environ, "DOCKER_HOST": address(), "DOCKER_BUILDKIT": "1"},
            )
        if done.returncode:
            end = "\n".join((done.stdout + done.stderr).splitlines()[-END_OF_OUTPUT:])
            raise EngineError(f"The image {tag} can't be built from {FOLDER / self.name}:\n{end}")

    @contextmanager
    def _context(self) -> Iterator[Path]:
        """The folder to build from, copied together: builders learned of several only with Docker 23."""
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
        places = [FOLDER / self.name, *self.sources]
        return [
            file
            for place in places
            for file in (place.rglob("*") if place.is_dir() else [place])
            if file.is_file() and "__pycache__" not in file.parts
        ]
