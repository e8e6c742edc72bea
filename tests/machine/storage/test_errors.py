import pyarrow.fs
import pytest

from include.machine.storage.atomic_write import check_storage, put
from include.machine.storage.object_store_errors import StorageError
from include.machine.storage.path import AnyPath, path_of
from include.report.publish import publish
from include.spark_jobs.job.measurement_on_executor import measure_entry
from include.spark_jobs.results.cells_to_measure import Entry
from tests.machine.storage.conftest import Connect
from tests.machine.storage.cut import CutNetwork
from tests.machine.storage.server import PASSWORD, Server
from tests.spark_jobs.without_spark import PARTS

pytestmark = pytest.mark.storage

FORM = "KERRAN_RUNS must have the form s3://bucket/prefix, without credentials"
REFUSED = "does not know these credentials; correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"


def message_of(runs: AnyPath) -> str:
    with pytest.raises(StorageError) as raised:
        check_storage(runs)
    return str(raised.value)


@pytest.fixture
def cut(runs: AnyPath, server: Server, connect: Connect) -> AnyPath:
    """Runs whose storage can't be reached any more."""
    network = CutNetwork(server.port, 0)
    network.cut()
    connect(server.environment(network.port))
    return runs


def test_a_bucket_that_does_not_exist(runs: AnyPath, server: Server) -> None:
    check_storage(runs)
    assert message_of(path_of("s3://nowhere/runs")) == (
        f"s3://nowhere/runs: there is no bucket nowhere at 127.0.0.1:{server.port}; "
        "create it, or correct KERRAN_RUNS"
    )


@pytest.mark.parametrize("name", ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
def test_wrong_credentials(runs: AnyPath, server: Server, connect: Connect, name: str) -> None:
    connect({name: "open-sesame"})
    assert message_of(runs) == f"{runs}: 127.0.0.1:{server.port} {REFUSED}"


def test_wrong_credentials_do_not_make_a_sealed_cell_seem_missing(runs: AnyPath, connect: Connect) -> None:
    put(runs / "manifest.json", "{}")
    connect({"AWS_SECRET_ACCESS_KEY": "open-sesame"})
    with pytest.raises(StorageError, match="refuses HeadObject"):
        (runs / "manifest.json").is_file()
    with pytest.raises(StorageError, match="does not know these credentials"):
        list(runs.glob("*/manifest.json"))


def test_an_unreachable_endpoint(cut: AnyPath) -> None:
    message = message_of(cut)
    assert "the connection was lost (" in message
    assert message.endswith("check the network and AWS_ENDPOINT_URL")
    with pytest.raises(StorageError, match=r"the connection was lost \("):
        publish(cut / "first")
    entry = Entry(str(cut / "first"), "a", str(cut / "first" / "cells" / "a"))
    assert "the connection was lost (" in str(measure_entry(entry, None, PARTS))


@pytest.mark.parametrize("url", ["127.0.0.1:9000", "ftp://127.0.0.1", f"http://me:{PASSWORD}@127.0.0.1:9000"])
def test_an_invalid_endpoint(runs: AnyPath, connect: Connect, url: str) -> None:
    connect({"AWS_ENDPOINT_URL": url})
    expected = "AWS_ENDPOINT_URL must have the form https://host:port, without credentials"
    assert message_of(path_of("s3://bucket/other")) == expected


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ("s3://", FORM),
        (f"s3://me:{PASSWORD}@bucket/runs", FORM),
        ("ftp://host/runs", "KERRAN_RUNS: ftp:// is not supported; use a folder, or s3://bucket/prefix or"),
    ],
)
def test_a_url_of_no_bucket_with_credentials_or_of_another_storage(runs: str, message: str) -> None:
    text = message_of(path_of(runs))
    assert text.startswith(message)
    assert PASSWORD not in text


def test_an_arrow_without_s3(server: Server, connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    connect(server.environment())
    monkeypatch.delattr(pyarrow.fs, "S3FileSystem")
    assert "need a pyarrow with support for S3" in message_of(path_of("s3://bucket/runs"))
