"""A file or folder of a run: a local path, or a URL of an object store.

Both kinds of paths have the same methods.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from upath import UPath

AnyPath: TypeAlias = "Path | UPath"

Place = TypeVar("Place")
Content = TypeVar("Content")

STORES = {"s3": "S3", "gs": "GoogleCloudStorage", "abfs": "AzureBlobStorage"}
"""The class of each object store, by the scheme of its URLs."""

PARALLEL_READS = 8
"""The number of parallel reads. They save time, because each answer of an object store takes a while."""


def path_of(text: str) -> AnyPath:
    """The path object for a path or URL. The client of an object store is imported only for a URL."""
    scheme, is_url, _ = text.partition("://")
    if not is_url or scheme not in STORES:
        return Path(text)
    from fsspec import register_implementation
    from upath import UPath

    register_implementation(scheme, f"include.machine.storage.object_store.{STORES[scheme]}", clobber=True)
    return UPath(text)


def read_link(link: AnyPath) -> str | None:
    """The name to which a link of ``set_link`` refers; None if there is no such link.

    A program that copies a run may copy the folder in place of the link.
    """
    if isinstance(link, Path):
        return str(link.readlink()) if link.is_symlink() else None
    try:
        return str(link.read_text(encoding="utf-8")).strip()
    except FileNotFoundError:
        return None


def read_all(read: Callable[[Place], Content], places: Iterable[Place]) -> list[Content]:
    """The results of ``read`` for each place, in order. An error of ``read`` is raised."""
    with ThreadPoolExecutor(PARALLEL_READS) as pool:
        return list(pool.map(read, places))
