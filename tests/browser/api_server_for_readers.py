"""Another API server of a running Airflow of Kerran's, whose users may read the runs of one DAG each.

python -m tests.browser.api_server_for_readers PORT PASSWORDS
"""

import json
import os
import sys
from pathlib import Path

from include.cli.local_airflow.environment import environment
from include.cli.local_airflow.service import own_secrets

AUTH_MANAGER = "tests.plugins.auth_manager.DagAuthManager"
"""Not imported: tests import this module before they set Airflow's home, which Airflow reads once."""


def main(port: int, passwords: Path) -> None:
    """Become the API server; the file has the password of each reader, whose name is that of the DAG."""
    readers = json.loads(passwords.read_text(encoding="utf-8"))
    settings = {
        "AIRFLOW__CORE__AUTH_MANAGER": AUTH_MANAGER,
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS": ",".join(f"{reader}:{reader}" for reader in readers),
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE": str(passwords),
    }
    variables = environment(own_secrets(), port) | settings
    os.execvpe("airflow", ["airflow", "api-server"], variables)  # noqa: S606 - that of this environment


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
