"""A file or folder of a run: a local path, or the URL of an object, which has the same methods."""

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from upath import UPath

AnyPath: TypeAlias = "Path | UPath"

SCHEME = "s3://"


def path_of(text: str) -> AnyPath:
    """The path that a text of the user names. The client of the object store is imported only for a URL."""
    if not text.startswith(SCHEME):
        return Path(text)
    from fsspec import register_implementation
    from upath import UPath

    register_implementation("s3", "include.storage.s3.S3", clobber=True)
    return UPath(text)
