"""Java programs of tests, which use the load programs' classes with the newest release of the client."""

import subprocess
from pathlib import Path

from include.clients.java import launch as java
from include.load.client_choice import ClientChoice
from include.machine.releases.client_class_path import compiled
from include.machine.releases.installed_java import find_java
from include.machine.releases.kafka_catalogue import listed

NEWEST = listed()[-1].version

SCENES = Path(__file__).parent / "scenes"


def output_of(scene: str, *arguments: object) -> str:
    """Run the program of that name, for at most 30 s, and return what it prints."""
    ended = ended_program(scene, *arguments)
    ended.check_returncode()
    return ended.stdout


def ended_program(scene: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the program of that name to its end, for at most 30 s."""
    _, *jars = java.class_path(ClientChoice("java", NEWEST))
    classes = compiled([*java.sources(NEWEST), *sorted(SCENES.glob("*.java"))], jars)
    class_path = ":".join(map(str, [classes, *jars]))
    command = [str(find_java().command), "-cp", class_path, f"kerran.{scene}", *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=30)
