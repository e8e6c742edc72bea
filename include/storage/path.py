"""A file or folder of a run: a local path, or the URL of an object, which has the same methods."""

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

if TYPE_CHECKING:
    from upath import UPath

AnyPath: TypeAlias = "Path | UPath"

STORES = {"s3": "S3", "gs": "GoogleCloudStorage", "abfs": "AzureBlobStorage"}
"""The class of each object store, by the scheme of its URLs."""


def open_binary(file: AnyPath) -> BinaryIO:
    """Open a file to read its bytes."""
    opened: BinaryIO = file.open("rb")
    return opened


def path_of(text: str) -> AnyPath:
    """The path that a text of the user names. The client of the object store is imported only for a URL."""
    scheme, is_url, _ = text.partition("://")
    if not is_url or scheme not in STORES:
        return Path(text)
    from fsspec import register_implementation
    from upath import UPath

    register_implementation(scheme, f"include.storage.object_store.{STORES[scheme]}", clobber=True)
    return UPath(text)
