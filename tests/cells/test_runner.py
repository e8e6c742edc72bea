from pathlib import Path

from include.cells.runner import write_security
from tests.cells.brokerless_consumer import brokerless_consumer


def test_only_the_user_can_read_the_secrets_of_a_program(tmp_path: Path) -> None:
    (tmp_path / "consumer-0.security").touch(0o644)  # what a killed program of that name has left
    file = write_security(brokerless_consumer(tmp_path), tmp_path, {"client.id": "hidden"})
    assert file is not None
    assert file.read_text() == '{"client.id": "hidden"}'
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_program_without_secrets_has_no_file(tmp_path: Path) -> None:
    assert write_security(brokerless_consumer(tmp_path), tmp_path, {}) is None
    assert not list(tmp_path.iterdir())
