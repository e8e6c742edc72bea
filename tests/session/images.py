"""Build the images for tests in containers, in a process of its own: tests choose other engines in theirs.

python -m tests.session.images
"""

import subprocess
import sys

from include.clients.librdkafka.launch import load_image
from include.clusters.compose import startup as compose
from include.machine.containers import breakable_network as container_network
from include.machine.processes.parent_death import end_with_parent
from include.machine.releases.versions import DEFAULT_RELEASE


def build_images() -> None:
    """Build the images in a process. If one could not be built, a RuntimeError has the process's output."""
    command = [sys.executable, "-m", "tests.session.images"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=end_with_parent)
    if done.returncode:
        raise RuntimeError(f"The images for the tests cannot be built:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    load_image()
    compose.prepare(DEFAULT_RELEASE)
    container_network.IMAGE.built()
