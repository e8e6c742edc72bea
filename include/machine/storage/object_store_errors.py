"""Errors of object stores, as messages for the user."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from include.machine.settings import AWS_ENDPOINT_URL

ENDPOINT = AWS_ENDPOINT_URL.name
CREDENTIALS = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"

_ANSWER = re.compile(
    r"AWS Error (?P<code>\w+) during (?P<operation>\w+) operation: (?P<detail>.*)", re.DOTALL
)

_WRONG_CREDENTIALS = {"INVALID_ACCESS_KEY_ID", "SIGNATURE_DOES_NOT_MATCH", "INVALID_CLIENT_TOKEN_ID"}
_NO_CONNECTION = {"NETWORK_CONNECTION", "REQUEST_TIMEOUT"}


class StorageError(OSError):
    """The storage of runs cannot be used. The message is for the user, and contains no secret."""


@contextmanager
def storage_errors(url: str) -> Iterator[None]:
    """Raise an error of Arrow as a StorageError that explains it. ``url`` is the URL of the object.

    Raises:
        FileNotFoundError: The object does not exist.
        StorageError: Any other error.
    """
    try:
        yield
    except (FileNotFoundError, StorageError):
        raise
    except OSError as error:
        bucket = url.partition("://")[2].partition("/")[0]
        raise StorageError(f"{url}: {_explanation(str(error), bucket)}") from None


def _explanation(text: str, bucket: str) -> str:
    answer = _ANSWER.search(text)
    if answer is None:
        return text
    code, operation, detail = answer["code"], answer["operation"], answer["detail"]
    if code == "NO_SUCH_BUCKET":
        return f"there is no bucket {bucket} at {endpoint()}; create it, or correct KERRAN_RUNS"
    if code in _WRONG_CREDENTIALS:
        return f"{endpoint()} does not know these credentials; correct {CREDENTIALS}"
    if code == "ACCESS_DENIED":
        return f"{endpoint()} refuses {operation}; {CREDENTIALS} are missing, wrong, or do not permit it"
    if code in _NO_CONNECTION:
        reason = detail.partition("; Details: ")[2] or detail
        failure = f"{endpoint()} cannot be reached, or the connection was lost ({reason})"
        return f"{failure}; check the network and {ENDPOINT}"
    return f"{endpoint()} answered {operation} with {code}: {detail}"


def endpoint() -> str:
    """The host and the port of the object store. Other parts of the URL may be secret."""
    url = urlsplit(AWS_ENDPOINT_URL.read())
    if not url.hostname:
        return "Amazon S3"
    return f"{url.hostname}:{url.port}" if url.port else url.hostname
