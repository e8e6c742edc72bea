"""Pack a run into a zip file, with a checksum for each packed file, and unpack such a zip file.

Results that are computed again are compared with the packed results.
"""

import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from include.machine.errors import PlatformError
from include.machine.storage.atomic_write import put_file
from include.machine.storage.path import AnyPath
from include.plan.plan import PLAN_FILE
from include.rawlog.block_decisions import DECISIONS_FILE
from include.rawlog.cells_and_results_of_run import (
    ATTEMPTS_FOLDER,
    FAILURE_FILE,
    RESULTS_FOLDER,
    cells_without_raw_log,
    results_of_run,
    sealed_ids,
)
from include.rawlog.manifest import MANIFEST_FILE

CHECKSUMS_FILE = "SHA256SUMS"
"""The file with the checksums of all other packed files, in the format of the command sha256sum."""

ALWAYS = (
    PLAN_FILE,
    DECISIONS_FILE,
    f"cells/*/{MANIFEST_FILE}",
    f"cells/*/{FAILURE_FILE}",
    f"{RESULTS_FOLDER}/*.json",
    f"{RESULTS_FOLDER}/*.xml",
    "report/*",
)
"""Patterns of the files that every package has in addition to the results, relative to the folder of the
run."""

RAW_LOGS = tuple(
    f"{folder}/*/{name}"
    for folder in ("cells", ATTEMPTS_FOLDER)
    for name in ("*.parquet", MANIFEST_FILE, FAILURE_FILE)
)

COMPRESSED = {".parquet": zipfile.ZIP_STORED}
"""The compression method by file ending. Parquet is compressed already; a package compresses all other
files."""


class PackageError(PlatformError):
    """A file is not the package of a run, or is incomplete."""


def write_package(run: AnyPath, file: Path, with_raw_logs: bool) -> int:
    """Write the package of a run, replace an existing file, and return the number of packed files.

    Results can be computed again only from a package with raw logs.
    """
    patterns = (*ALWAYS, *(RAW_LOGS if with_raw_logs else ()))
    paths = {_name(run, path): path for pattern in patterns for path in run.glob(pattern) if path.is_file()}
    # All tables come from one folder, even if other results become current meanwhile.
    results = (path for path in results_of_run(run).glob("*") if path.is_file())
    paths |= {f"{RESULTS_FOLDER}/{path.name}": path for path in results}
    with TemporaryDirectory() as folder:
        new_file = Path(folder, file.name)
        with zipfile.ZipFile(new_file, "w") as package:
            sums = {name: _add(package, run.name, name, paths[name].read_bytes()) for name in sorted(paths)}
            sums_text = "".join(f"{digest}  {name}\n" for name, digest in sums.items())
            _add(package, run.name, CHECKSUMS_FILE, sums_text.encode())
        put_file(new_file, file)
    return len(paths)


def unpack(file: Path, folder: Path) -> Path:
    """Unpack a package after a check of all checksums, and return the folder of the run."""
    try:
        with zipfile.ZipFile(file) as package:
            run, names = _contents(file, package)
            _check(file, package, run, names)
            for name in names:
                target = folder / run / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(_content(package, f"{run}/{name}"))
    except (zipfile.BadZipFile, NotImplementedError) as error:
        raise PackageError(f"{file}: is not a package that `kerran export` wrote: {error}") from None
    return folder / run


def has_raw_logs(run: Path) -> bool:
    """Whether each sealed cell of an unpacked run has its raw log."""
    return bool(sealed_ids(run)) and not cells_without_raw_log(run)


def _name(run: AnyPath, path: AnyPath) -> str:
    return str(PurePosixPath(str(path)).relative_to(PurePosixPath(str(run))))


def _add(package: zipfile.ZipFile, run: str, name: str, content: bytes) -> str:
    entry = zipfile.ZipInfo(f"{run}/{name}")  # without a time: the same run gives the same package
    entry.compress_type = COMPRESSED.get(PurePosixPath(name).suffix, zipfile.ZIP_DEFLATED)
    entry.external_attr = 0o644 << 16
    package.writestr(entry, content)
    return sha256(content).hexdigest()


def _contents(file: Path, package: zipfile.ZipFile) -> tuple[str, list[str]]:
    """The packed run's name, and the paths of its files in its folder, except ``SHA256SUMS``."""
    paths = [PurePosixPath(name) for name in package.namelist() if not name.endswith("/")]
    runs = {path.parts[0] for path in paths if path.parts}
    if len(runs) != 1 or not any(path.name == CHECKSUMS_FILE and len(path.parts) == 2 for path in paths):
        raise PackageError(f"{file}: is not a package: it has no {CHECKSUMS_FILE} of one run")
    for path in paths:
        if path.is_absolute() or ".." in path.parts or len(path.parts) < 2:
            raise PackageError(f"{file}: {path} would be outside the folder of the run; nothing was unpacked")
    return runs.pop(), [str(path.relative_to(path.parts[0])) for path in paths if path.name != CHECKSUMS_FILE]


def _content(package: zipfile.ZipFile, name: str) -> bytes:
    """The content of a packed file; a BadZipFile, whichever decompressor finds that the file is damaged."""
    try:
        return package.read(name)
    except (zlib.error, LZMAError, EOFError, RuntimeError, OSError) as error:
        raise zipfile.BadZipFile(f"{name}: {error}") from error


def _check(file: Path, package: zipfile.ZipFile, run: str, names: Iterable[str]) -> None:
    lines = _content(package, f"{run}/{CHECKSUMS_FILE}").decode(errors="replace").splitlines()
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    if problems := list(_problems(package, run, set(names), sums)):
        raise PackageError(f"{file}: {'; '.join(problems)}")


def _problems(package: zipfile.ZipFile, run: str, names: set[str], sums: Mapping[str, str]) -> Iterator[str]:
    for name in sorted(names | sums.keys()):
        if name not in names:
            yield f"{name} is missing"
        elif name not in sums:
            yield f"{name} was added"
        elif sha256(_content(package, f"{run}/{name}")).hexdigest() != sums[name]:
            yield f"{name} was changed"


MOST_NAMED = 3
"""The maximum number of differing rows that are named for a column."""


def result_differences(before: Path, after: Path) -> Iterator[str]:
    """Yield a sentence for each difference between two folders of results, table by table.

    If only ``after`` has a table, a column or a metric, this does not count as a difference: newer versions
    of Kerran measure more.
    """
    for file in sorted(before.glob("*.parquet")):
        if not (after / file.name).exists():
            yield f"results/{file.name}: is not computed any more."
        else:
            yield from _of_tables(file.stem, pq.read_table(file), pq.read_table(after / file.name))


def _of_tables(name: str, before: pa.Table, later: pa.Table) -> Iterator[str]:
    after = _of_known_metrics(before, later)
    if before.num_rows != after.num_rows:
        yield f"results/{name}: {before.num_rows} rows are packed, and {after.num_rows} were computed."
        return
    for column in before.column_names:
        if column not in after.column_names:
            yield f"results/{name}: the column {column} is not computed any more."
        elif rows := _differing(before[column], after[column]):
            yield _sentence(f"results/{name}, {column}", rows, before[column], after[column])


METRIC = "metric"
"""The column that names the metric, in tables with a row for each metric."""


def _of_known_metrics(before: pa.Table, after: pa.Table) -> pa.Table:
    """The rows of ``after`` whose metric is also in ``before``.

    All rows of ``after`` if one of the tables has no column ``metric``.
    """
    if METRIC not in before.column_names or METRIC not in after.column_names:
        return after
    return after.filter(pc.is_in(after[METRIC], value_set=pc.unique(before[METRIC])))


def _differing(before: pa.ChunkedArray, after: pa.ChunkedArray) -> list[int]:
    """The numbers of the rows whose values differ. Two nulls are equal."""
    if not before.type.equals(after.type):
        return list(range(len(before)))
    same = pc.fill_null(pc.equal(before, after), False)
    neither = pc.and_(pc.is_null(before), pc.is_null(after))
    places = pc.indices_nonzero(pc.invert(pc.or_(same, neither)))
    return [int(place) for place in places.to_pylist()]


def _sentence(what: str, rows: list[int], before: pa.ChunkedArray, after: pa.ChunkedArray) -> str:
    sentences = [f"row {row + 1}: {before[row]} is packed, {after[row]} was computed" for row in rows]
    more = f"; and {len(rows) - MOST_NAMED} more" if len(rows) > MOST_NAMED else ""
    return f"{what}: {'; '.join(sentences[:MOST_NAMED])}{more}."
