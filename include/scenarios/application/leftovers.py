"""What an attempt at a cell leaves behind when its programs are killed: secrets, and containers."""

from pathlib import Path

from include.cells.rawlog_assembly import remove_parts
from include.machine.secret_values import secrets_of_environment
from include.scenarios.application.programs.application_container import container_name, remove_container
from include.scenarios.application.programs.application_process import hide_secrets, inherited_environment
from include.scenarios.application.programs.jobs import ApplicationJob


def clean_up(folder: Path) -> None:
    """Remove what the supervisors of an application would have removed at an orderly end.

    Raises:
        PlatformError: A container cannot be removed.
    """
    remove_parts(folder, ["*.state"])  # with copies of the settings file
    secrets = secrets_of_environment(inherited_environment())
    for output in folder.glob("*.output"):
        hide_secrets(output, secrets)
    for file in folder.glob("application-*.job.json"):
        job = ApplicationJob.read(file)
        if job.image:
            remove_container(container_name(job))
