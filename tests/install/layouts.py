"""The ways to bring Kerran into an Airflow, as docs/airflow.md describes them."""

import json
import subprocess
from pathlib import Path
from shutil import copytree, ignore_patterns

from include.machine.folders import ROOT
from tests.install.plain_airflow import pip

PROJECT = {
    "dags/greet.py": (
        "from airflow.sdk import dag\nfrom include.greetings import GREETING\n\n"
        "@dag(doc_md=GREETING, schedule=None)\ndef greet():\n    pass\n\ngreet()\n"
    ),
    "include/greetings.py": 'GREETING = "Good morning"\n',
    "plugins/greeter.py": (
        "from airflow.plugins_manager import AirflowPlugin\n\n"
        'class Greeter(AirflowPlugin):\n    name = "greeter"\n'
    ),
}
"""A project that was there before: a DAG, a package ``include`` that it imports, and a plugin."""

EXPERIMENT = "tiny"
"""The name of an experiment of the user's: of a folder of experiments, or of the bundle."""


def official_image(_environment: Path, home: Path, experiment: str) -> dict[str, str]:
    """The three folders in the home of Airflow."""
    copy_folders(home)
    return {"PYTHONPATH": str(home), "KERRAN_EXPERIMENTS": write_experiment(home / "experiments", experiment)}


def astro_project(_environment: Path, home: Path, experiment: str) -> dict[str, str]:
    """The three folders in those of a project."""
    write_project(home)
    copy_folders(home)
    return {"PYTHONPATH": str(home), "KERRAN_EXPERIMENTS": write_experiment(home / "experiments", experiment)}


def wheel(environment: Path, home: Path, experiment: str) -> dict[str, str]:
    """A wheel beside a project, whose package ``include`` stays its own; one file imports the DAGs."""
    write_project(home)
    (home / "include" / "__init__.py").touch()
    (home / "dags" / "kerran_dags.py").write_text("from kerran import airflow_dags\n")
    install_wheel(environment, home)
    return {"PYTHONPATH": str(home), "KERRAN_EXPERIMENTS": write_experiment(home / "experiments", experiment)}


def versioned_bundle(environment: Path, home: Path, experiment: str) -> dict[str, str]:
    """A bundle of Git with the three folders, and the wheel for the plugin."""
    repository = home / "repository"
    copy_folders(repository)
    (repository / ".airflowignore").write_text((ROOT / ".airflowignore").read_text())
    write_experiment(repository / "include" / "experiments", experiment)
    commit_all(repository)
    pip(environment, "install", "--quiet", "apache-airflow-providers-git")
    install_wheel(environment, home)
    bundle = {
        "name": "kerran",
        "classpath": "airflow.providers.git.bundles.git.GitDagBundle",
        "kwargs": {"repo_url": str(repository), "tracking_ref": "main"},
    }
    return {
        "KERRAN_RUNS": str(home / "runs"),
        "KERRAN_STATE": str(home / ".kerran"),
        "AIRFLOW__DAG_PROCESSOR__DAG_BUNDLE_CONFIG_LIST": json.dumps([bundle]),
        "AIRFLOW__DAG_PROCESSOR__DAG_BUNDLE_STORAGE_PATH": str(home / "bundles"),
    }


def copy_folders(to: Path) -> None:
    """Copy the folders that Airflow needs, beside what is there."""
    for name in ("dags", "plugins", "include"):
        copytree(ROOT / name, to / name, ignore=ignore_patterns("__pycache__"), dirs_exist_ok=True)


def write_experiment(folder: Path, experiment: str) -> str:
    """Write the user's experiment into a folder of experiments; the folder is returned."""
    folder.mkdir(exist_ok=True)
    (folder / f"{EXPERIMENT}.yaml").write_text(experiment)
    return str(folder)


def write_project(home: Path) -> None:
    for name, text in PROJECT.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)


def install_wheel(environment: Path, home: Path) -> None:
    """Build the wheel from a copy of the checkout, and install it; its requirements are there."""
    source = home / "source"
    copytree(
        ROOT, source, ignore=ignore_patterns(".*", "runs", "tests", "docs", "build", "mutants", "__pycache__")
    )
    pip(environment, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(home), str(source))
    [built] = home.glob("kerran-*.whl")
    pip(environment, "install", "--quiet", "--no-deps", "--force-reinstall", str(built))


def commit_all(repository: Path) -> None:
    """Make a folder a repository of Git with one commit, on the branch ``main``."""
    author = ("-c", "user.name=Kerran", "-c", "user.email=kerran@localhost")
    for arguments in (["init", "-q", "-b", "main"], ["add", "."], [*author, "commit", "-q", "-m", "All"]):
        subprocess.run(["git", *arguments], cwd=repository, check=True)
