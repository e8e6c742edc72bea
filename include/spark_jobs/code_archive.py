"""Kerran's code as a zip file, which spark-submit sends to executors (``--py-files``).

This module does not import PySpark.
"""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from include.folders import CACHE, ROOT
from include.storage.atomic_write import put_file

SUFFIXES = (".py", ".csv")
"""The types of the files in ``include`` that the job may load."""


def code_archive() -> Path:
    """Return the path of the zip file of the present code, which is written if it does not exist yet.

    Raises:
        OSError: it cannot be written.
    """
    files = sorted(_files())
    digest = blake2b(digest_size=8)
    for file in files:
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    archive = CACHE / "spark" / f"kerran-{digest.hexdigest()}.zip"
    if not archive.exists():
        _write(archive, files)
    return archive


def _files() -> Iterator[Path]:
    return (file for file in (ROOT / "include").rglob("*") if file.suffix in SUFFIXES)


def _write(archive: Path, files: list[Path]) -> None:
    with TemporaryDirectory() as folder:
        unfinished = Path(folder, archive.name)
        with ZipFile(unfinished, "w", ZIP_DEFLATED) as zipped:
            for file in files:
                zipped.writestr(ZipInfo(str(file.relative_to(ROOT))), file.read_bytes())
        put_file(unfinished, archive)
