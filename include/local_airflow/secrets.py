"""The secrets of this checkout's Airflow: generated once, and readable by their owner alone."""

import json
import os
import secrets
from base64 import urlsafe_b64encode
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeVar

USER = "admin"


@dataclass(frozen=True)
class Secrets:
    """Keys that Airflow's components share, and the password of its only user."""

    fernet_key: str = field(default_factory=lambda: urlsafe_b64encode(secrets.token_bytes(32)).decode())
    jwt_secret: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    api_secret_key: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    password: str = field(default_factory=lambda: secrets.token_urlsafe(12))


SecretsType = TypeVar("SecretsType", bound=Secrets)


def read_or_generate(file: Path, secrets_type: type[SecretsType]) -> SecretsType:
    """The secrets in ``file``, which are generated if there is no such file."""
    if not file.exists():
        write_private(file, json.dumps(asdict(secrets_type())))
    return secrets_type(**json.loads(file.read_text(encoding="utf-8")))


def write_private(file: Path, content: str) -> None:
    """Write a file that no other user can read, not even while it is written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".unfinished")
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(content)
    unfinished.replace(file)
