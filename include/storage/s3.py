"""S3 as a file system: Arrow's client behind the interface of fsspec.

Arrow is already loaded in the processes of cells and of Spark tasks. A refused or lost connection is an
error here, while other implementations report the file as missing.
"""

import errno
import os
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from fsspec.spec import AbstractFileSystem

from include.settings import AWS_ENDPOINT_URL
from include.storage.errors import ENDPOINT, StorageError, storage_errors

CONNECT_TIMEOUT_SECONDS, REQUEST_TIMEOUT_SECONDS = 10, 30
"""The time limit for connecting, and for a request without progress, which is tried three times."""

CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
    ".log": "text/plain; charset=utf-8",
}
DEFAULT_CONTENT_TYPE = "application/octet-stream"


class S3(AbstractFileSystem):  # type: ignore[misc]  # fsspec has no types
    """Objects as files that are read and written whole; the environment has endpoint and credentials."""

    protocol = "s3"

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - passed on to fsspec
        super().__init__(**options)
        self._arrow = _client()

    def info(self, path: str, **_: object) -> dict[str, Any]:
        """The name, the size in bytes, the type and, for an object, the time of modification.

        Raises:
            FileNotFoundError: there is no such object, and none below it.
        """
        path = self._strip_protocol(path)
        with storage_errors(path):
            entry = _entry(self._arrow.get_file_info(path))
        if entry["type"] == "none":
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"s3://{path}")
        return entry

    def exists(self, path: str, **_: object) -> bool:
        """Whether there is such an object, or one below it."""
        return self._kind(path) is not None

    def isfile(self, path: str) -> bool:
        """Whether the path is an object."""
        return self._kind(path) == "file"

    def isdir(self, path: str) -> bool:
        """Whether there are objects below the path."""
        return self._kind(path) == "directory"

    def ls(self, path: str, detail: bool = True, **_: object) -> list[Any]:
        """The objects and folders directly below the path.

        Raises:
            FileNotFoundError: there are none.
        """
        entries = self._below(self._strip_protocol(path), recursive=False)
        return entries if detail else [entry["name"] for entry in entries]

    def find(
        self,
        path: str,
        maxdepth: int | None = None,
        withdirs: bool = False,
        detail: bool = False,
        **_: object,
    ) -> dict[str, Any] | list[str]:
        """All objects below, at most ``maxdepth`` levels, with one request for each thousand objects."""
        path = self._strip_protocol(path)
        try:
            entries = self._below(path, recursive=True)
        except FileNotFoundError:
            entries = []
        found = {
            entry["name"]: entry
            for entry in sorted(entries, key=lambda entry: str(entry["name"]))
            if (withdirs or entry["type"] == "file")
            and (maxdepth is None or entry["name"].removeprefix(path).count("/") <= maxdepth)
        }
        return found if detail else list(found)

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **_: object) -> bytes:
        """The bytes of an object."""
        path = self._strip_protocol(path)
        with storage_errors(path), self._arrow.open_input_stream(path, compression=None) as stream:
            return bytes(stream.readall())[start:end]

    def pipe_file(self, path: str, value: bytes, mode: str = "overwrite", **_: object) -> None:
        """Write an object, completely or not at all."""
        if mode != "overwrite":
            raise NotImplementedError(f"mode {mode!r}: objects can only be written whole")
        path = self._strip_protocol(path)
        kind = CONTENT_TYPES.get(PurePosixPath(path).suffix, DEFAULT_CONTENT_TYPE)
        with (
            storage_errors(path),
            self._arrow.open_output_stream(
                path, compression=None, buffer_size=0, metadata={"Content-Type": kind}
            ) as stream,
        ):
            stream.write(value)

    def cp_file(self, path1: str, path2: str, **_: object) -> None:
        """Copy an object within the object store."""
        source, target = self._strip_protocol(path1), self._strip_protocol(path2)
        with storage_errors(source):
            self._arrow.copy_file(source, target)

    def rm(self, path: str, recursive: bool = False, **_: object) -> None:
        """Remove an object, or all objects below the path with the markers of empty folders."""
        path = self._strip_protocol(path)
        with storage_errors(path):
            (self._arrow.delete_dir if recursive else self._arrow.delete_file)(path)

    def _open(self, path: str, mode: str = "rb", **_: object) -> BytesIO:
        if mode != "rb":
            raise NotImplementedError(
                f"mode {mode!r}: objects can only be written whole, with include.storage.atomic_write"
            )
        return BytesIO(self.cat_file(path))

    def _kind(self, path: str) -> str | None:
        try:
            return str(self.info(path)["type"])
        except FileNotFoundError:
            return None

    def _below(self, path: str, *, recursive: bool) -> list[dict[str, Any]]:
        from pyarrow.fs import FileSelector

        with storage_errors(path):
            return [_entry(i) for i in self._arrow.get_file_info(FileSelector(path, recursive=recursive))]


def _client() -> Any:  # noqa: ANN401 - Arrow has no types
    try:
        from pyarrow.fs import S3FileSystem
    except ImportError:
        raise StorageError(
            "runs on s3:// need a pyarrow with support for S3, which the installed one does not have"
        ) from None
    given = AWS_ENDPOINT_URL.read()
    url = urlsplit(given)
    if given and (url.scheme not in ("http", "https") or not url.hostname or "@" in url.netloc):
        raise StorageError(f"{ENDPOINT} must have the form https://host:port, without credentials")
    return S3FileSystem(
        endpoint_override=url.netloc or None,
        scheme=url.scheme or None,
        connect_timeout=CONNECT_TIMEOUT_SECONDS,
        request_timeout=REQUEST_TIMEOUT_SECONDS,
        allow_delayed_open=True,  # one request for a small object instead of three
    )


def _entry(info: Any) -> dict[str, Any]:  # noqa: ANN401 - Arrow has no types
    from pyarrow.fs import FileType

    kinds = {FileType.File: "file", FileType.Directory: "directory", FileType.NotFound: "none"}
    return {"name": info.path, "size": info.size or 0, "type": kinds[info.type], "mtime": info.mtime}
