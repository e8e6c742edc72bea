"""What object storage answers, for a person."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from include.settings import AWS_ENDPOINT_URL

ENDPOINT = AWS_ENDPOINT_URL.name
CREDENTIALS = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"

_ANSWER = re.compile(
    r"AWS Error (?P<code>\w+) during (?P<operation>\w+) operation: (?P<detail>.*)", re.DOTALL
)

_WRONG_CREDENTIALS = {"INVALID_ACCESS_KEY_ID", "SIGNATURE_DOES_NOT_MATCH", "INVALID_CLIENT_TOKEN_ID"}
_NO_CONNECTION = {"NETWORK_CONNECTION", "REQUEST_TIMEOUT"}


class StorageError(OSError):
    """Object storage can't be used, or not as asked; the message is for a user, and holds no secret."""


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Say of Arrow's errors what they mean; ``path`` is bucket and key.

    Raises:
        StorageError: something else was raised than that a file isn't there.
    """
    try:
        yield
    except (FileNotFoundError, StorageError):
        raise
    except OSError as error:
        raise StorageError(f"s3://{path}: {_meaning(str(error), path.partition('/')[0])}") from None


def _meaning(said: str, bucket: str) -> str:
    answer = _ANSWER.search(said)
    if answer is None:
        return said
    code, operation, detail = answer["code"], answer["operation"], answer["detail"]
    if code == "NO_SUCH_BUCKET":
        return f"there is no bucket {bucket} at {endpoint()}; make it, or correct KERRAN_RUNS"
    if code in _WRONG_CREDENTIALS:
        return f"{endpoint()} knows no such credentials; correct {CREDENTIALS}"
    if code == "ACCESS_DENIED":
        return f"{endpoint()} refuses {operation}; {CREDENTIALS} are missing or wrong, or don't permit it"
    if code in _NO_CONNECTION:
        reason = detail.partition("; Details: ")[2] or detail
        return f"no connection to {endpoint()}, or it was cut ({reason}); see to the network or {ENDPOINT}"
    return f"{endpoint()} answered {operation} with {code}: {detail}"


def endpoint() -> str:
    """Where the storage is, without what a URL may hold beside that."""
    url = urlsplit(AWS_ENDPOINT_URL.read())
    if not url.hostname:
        return "Amazon S3"
    return f"{url.hostname}:{url.port}" if url.port else url.hostname
