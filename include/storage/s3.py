"""S3 as a file system: Arrow's client, which is here anyway, behind fsspec's interface.

Arrow's because the cells' and the Spark tasks' processes have loaded it by then. What fsspec would take for
"there is no such file", as a refused or cut connection, is an error here.
"""

import errno
import os
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from fsspec.spec import AbstractFileSystem

from include.settings import AWS_ENDPOINT_URL
from include.storage.errors import ENDPOINT, StorageError, explained

CONNECT_SECONDS, REQUEST_SECONDS = 10, 30
"""Until a connection is there; and without a byte going either way, for each of three tries."""

CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
    ".log": "text/plain; charset=utf-8",
}
ANYTHING = "application/octet-stream"


class S3(AbstractFileSystem):  # type: ignore[misc]  # fsspec has no types
    """Objects as files that are read and written whole; endpoint and credentials are the environment's."""

    protocol = "s3"

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - fsspec's own, handed on
        super().__init__(**options)
        self._arrow = _client()

    def info(self, path: str, **_: object) -> dict[str, Any]:
        """What is there: its name, size in bytes, type and, of an object, when it was put.

        Raises:
            FileNotFoundError: nothing is.
        """
        path = self._strip_protocol(path)
        with explained(path):
            entry = _entry(self._arrow.get_file_info(path))
        if entry["type"] == "none":
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"s3://{path}")
        return entry

    def exists(self, path: str, **_: object) -> bool:
        """Whether there is an object, or one below it."""
        return self._kind(path) is not None

    def isfile(self, path: str) -> bool:
        """Whether it is an object."""
        return self._kind(path) == "file"

    def isdir(self, path: str) -> bool:
        """Whether there are objects below it."""
        return self._kind(path) == "directory"

    def ls(self, path: str, detail: bool = True, **_: object) -> list[Any]:
        """What is directly below.

        Raises:
            FileNotFoundError: nothing is.
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
        """All that is below, at most so many levels: one request for a thousand objects, not one a folder."""
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
        """An object's bytes."""
        path = self._strip_protocol(path)
        with explained(path), self._arrow.open_input_stream(path, compression=None) as stream:
            return bytes(stream.readall())[start:end]

    def pipe_file(self, path: str, value: bytes, mode: str = "overwrite", **_: object) -> None:
        """Put an object: it is there whole, or as it was before."""
        if mode != "overwrite":
            raise NotImplementedError(f"mode {mode!r}: objects are only put whole")
        path = self._strip_protocol(path)
        kind = CONTENT_TYPES.get(PurePosixPath(path).suffix, ANYTHING)
        with (
            explained(path),
            self._arrow.open_output_stream(
                path, compression=None, buffer_size=0, metadata={"Content-Type": kind}
            ) as stream,
        ):
            stream.write(value)

    def cp_file(self, path1: str, path2: str, **_: object) -> None:
        """Copy an object, which the storage does by itself."""
        source, target = self._strip_protocol(path1), self._strip_protocol(path2)
        with explained(source):
            self._arrow.copy_file(source, target)

    def rm(self, path: str, recursive: bool = False, **_: object) -> None:
        """Remove an object, or all that is below, with what stands for an empty folder."""
        path = self._strip_protocol(path)
        with explained(path):
            (self._arrow.delete_dir if recursive else self._arrow.delete_file)(path)

    def _open(self, path: str, mode: str = "rb", **_: object) -> BytesIO:
        if mode != "rb":
            raise NotImplementedError(
                f"mode {mode!r}: objects are written whole, by include.storage.atomic_write"
            )
        return BytesIO(self.cat_file(path))

    def _kind(self, path: str) -> str | None:
        try:
            return str(self.info(path)["type"])
        except FileNotFoundError:
            return None

    def _below(self, path: str, *, recursive: bool) -> list[dict[str, Any]]:
        from pyarrow.fs import FileSelector

        with explained(path):
            return [_entry(i) for i in self._arrow.get_file_info(FileSelector(path, recursive=recursive))]


def _client() -> Any:  # noqa: ANN401 - Arrow has no types
    try:
        from pyarrow.fs import S3FileSystem
    except ImportError:
        raise StorageError("runs on s3:// need a pyarrow that was built with S3; this one was not") from None
    given = AWS_ENDPOINT_URL.read()
    url = urlsplit(given)
    if given and (url.scheme not in ("http", "https") or not url.hostname or "@" in url.netloc):
        raise StorageError(f"{ENDPOINT} should be like https://host:port, with no credentials in it")
    return S3FileSystem(
        endpoint_override=url.netloc or None,
        scheme=url.scheme or None,
        connect_timeout=CONNECT_SECONDS,
        request_timeout=REQUEST_SECONDS,
        allow_delayed_open=True,  # one request for an object that isn't large, instead of three
    )


def _entry(info: Any) -> dict[str, Any]:  # noqa: ANN401 - Arrow has no types
    from pyarrow.fs import FileType

    kinds = {FileType.File: "file", FileType.Directory: "directory", FileType.NotFound: "none"}
    return {"name": info.path, "size": info.size or 0, "type": kinds[info.type], "mtime": info.mtime}
