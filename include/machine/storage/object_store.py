"""Object stores as file systems: Arrow's clients behind the interface of fsspec.

Arrow is used because the processes of cells and of Spark tasks have already loaded it. Compared with fsspec's
own wrapper of Arrow's clients, error messages are better, and a refused or lost connection does not count as
a missing file. A folder is listed with one request for each thousand objects. Objects are written completely
or not at all.
"""

from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from fsspec.implementations.arrow import ArrowFSWrapper

from include.machine.settings import AWS_ENDPOINT_URL, AZURE_ACCOUNT_KEY, AZURE_ACCOUNT_NAME
from include.machine.storage.object_store_errors import ENDPOINT, StorageError, storage_errors

CONNECT_TIMEOUT_SECONDS, REQUEST_TIMEOUT_SECONDS = 10, 30
"""The time limit for connecting, and for a request without progress. Both limits apply to each attempt;
Arrow's client makes up to three attempts at a request."""

CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
    ".log": "text/plain; charset=utf-8",
}
DEFAULT_CONTENT_TYPE = "application/octet-stream"

CHUNK_BYTES = 8 * 2**20


class ObjectStore(ArrowFSWrapper):  # type: ignore[misc]  # fsspec has no types
    """An object store as a file system whose files are written as a whole.

    The environment contains the endpoint and the credentials.
    """

    scheme = ""
    """The scheme of the store's URLs."""
    client: Callable[[], Any]
    """The function that creates Arrow's client."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - passed on to fsspec
        super().__init__(fs=type(self).client(), **options)

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        """The bucket and the key in a path or URL."""
        return str(path).removeprefix(f"{cls.scheme}://").rstrip("/")

    def info(self, path: str, **options: object) -> dict[str, Any]:
        """The name, the size in bytes, the type and, for an object, the time of the last change.

        Raises:
            FileNotFoundError: There is no object at this path or below it.
        """
        with self._errors(path):
            info: dict[str, Any] = super().info(path, **options)
        return info

    def exists(self, path: str, **_: object) -> bool:
        return self._kind(path) is not None

    def isfile(self, path: str) -> bool:
        return self._kind(path) == "file"

    def isdir(self, path: str) -> bool:
        return self._kind(path) == "directory"

    def ls(self, path: str, detail: bool = True, **_: object) -> list[Any]:
        """The objects and folders directly below the path.

        Raises:
            FileNotFoundError: There are no objects or folders below the path.
        """
        entries = self._below(path, recursive=False)
        return entries if detail else [entry["name"] for entry in entries]

    def find(
        self,
        path: str,
        maxdepth: int | None = None,
        withdirs: bool = False,
        detail: bool = False,
        **_: object,
    ) -> dict[str, Any] | list[str]:
        """All objects below the path, at most ``maxdepth`` levels deep.

        One request is needed for each thousand objects.
        """
        path = self._strip_protocol(path)
        try:
            entries = self._below(path, recursive=True)
        except FileNotFoundError:
            entries = []
        objects = {
            entry["name"]: entry
            for entry in sorted(entries, key=lambda entry: str(entry["name"]))
            if (withdirs or entry["type"] == "file")
            and (maxdepth is None or entry["name"].removeprefix(path).count("/") <= maxdepth)
        }
        return objects if detail else list(objects)

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **_: object) -> bytes:
        path = self._strip_protocol(path)
        with self._errors(path), self.fs.open_input_stream(path, compression=None) as stream:
            return bytes(stream.readall())[start:end]

    def pipe_file(self, path: str, value: bytes, mode: str = "overwrite", **_: object) -> None:
        """Write an object, completely or not at all."""
        if mode != "overwrite":
            raise NotImplementedError(f"mode {mode!r}: objects can only be written whole")
        with self._errors(path), self._output(path) as stream:
            stream.write(value)

    def put_file(self, lpath: str, rpath: str, *_: object, **__: object) -> None:
        with Path(lpath).open("rb") as file, self._errors(rpath), self._output(rpath) as stream:
            while chunk := file.read(CHUNK_BYTES):
                stream.write(chunk)

    def cp_file(self, path1: str, path2: str, **_: object) -> None:
        with self._errors(path1):
            self.fs.copy_file(self._strip_protocol(path1), self._strip_protocol(path2))

    def rm(self, path: str, recursive: bool = False, maxdepth: int | None = None) -> None:
        """Remove an object, or all objects below the path. Markers of empty folders are removed too."""
        with self._errors(path):
            super().rm(path, recursive, maxdepth)

    def _open(self, path: str, mode: str = "rb", **options: Any) -> Any:  # noqa: ANN401 - as in fsspec
        if mode != "rb":
            raise NotImplementedError(
                f"mode {mode!r}: objects can only be written whole, with include.machine.storage.atomic_write"
            )
        with self._errors(path):
            return super()._open(path, mode, **options)

    def _output(self, path: str) -> Any:  # noqa: ANN401 - Arrow has no types
        kind = CONTENT_TYPES.get(PurePosixPath(path).suffix, DEFAULT_CONTENT_TYPE)
        return self.fs.open_output_stream(
            self._strip_protocol(path), compression=None, buffer_size=0, metadata={"Content-Type": kind}
        )

    def _kind(self, path: str) -> str | None:
        try:
            return str(self.info(path)["type"])
        except FileNotFoundError:
            return None

    def _below(self, path: str, *, recursive: bool) -> list[dict[str, Any]]:
        from pyarrow.fs import FileSelector

        path = self._strip_protocol(path)
        with self._errors(path):
            return [
                self._make_entry(file_info)
                for file_info in self.fs.get_file_info(FileSelector(path, recursive=recursive))
            ]

    def _errors(self, path: str) -> Any:  # noqa: ANN401 - a context manager
        return storage_errors(f"{self.scheme}://{self._strip_protocol(path)}")


def _s3() -> Any:  # noqa: ANN401 - Arrow has no types
    endpoint = AWS_ENDPOINT_URL.read()
    url = urlsplit(endpoint)
    if endpoint and (url.scheme not in ("http", "https") or not url.hostname or "@" in url.netloc):
        raise StorageError(f"{ENDPOINT} must have the form https://host:port, without credentials")
    return _client(
        "s3",
        "S3FileSystem",
        endpoint_override=url.netloc or None,
        scheme=url.scheme or None,
        connect_timeout=CONNECT_TIMEOUT_SECONDS,
        request_timeout=REQUEST_TIMEOUT_SECONDS,
        allow_delayed_open=True,  # one request for a small object instead of three
    )


def _client(url_scheme: str, name: str, **options: object) -> Any:  # noqa: ANN401 - Arrow has no types
    from pyarrow import fs

    client = getattr(fs, name, None)
    if client is None:
        raise StorageError(
            f"runs on {url_scheme}:// need a pyarrow with support for {name.removesuffix('FileSystem')}, "
            "which the installed one does not have"
        )
    return client(**options)


class S3(ObjectStore):
    """Amazon S3, and stores with the same interface."""

    scheme = "s3"
    client = staticmethod(_s3)


class GoogleCloudStorage(ObjectStore):
    """Google Cloud Storage, with the credentials that its libraries find."""

    scheme = "gs"
    client = staticmethod(lambda: _client("gs", "GcsFileSystem"))


class AzureBlobStorage(ObjectStore):
    """Azure's blob storage, with the account and the key in environment variables."""

    scheme = "abfs"
    client = staticmethod(
        lambda: _client(
            "abfs",
            "AzureFileSystem",
            account_name=AZURE_ACCOUNT_NAME.read(),
            account_key=AZURE_ACCOUNT_KEY.read() or None,
        )
    )
