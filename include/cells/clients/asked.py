"""Ask a program of a client what the client makes of settings."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from include.errors import PlatformError
from include.folders import ROOT
from include.load_runtime.client_choice import ClientChoice


def asked(client: ClientChoice, command: Sequence[str], settings: str) -> str:
    """Run a program with a file of settings as its last argument; return its output.

    Raises:
        PlatformError: The program fails; its error output follows.
    """
    with TemporaryDirectory(prefix="kerran-") as folder:
        file = Path(folder) / "settings"
        file.write_text(settings, encoding="utf-8")
        done = subprocess.run([*command, str(file)], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PlatformError(f"{client} cannot be asked about its settings:\n{done.stderr}")
    return done.stdout
