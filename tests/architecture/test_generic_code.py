from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.architecture.generic_code import Knowledge, knowledge, knowledge_in
from tests.architecture.kinds import modules, owner_of, path_of

COMPOSE = "the name of Docker Compose, which also starts Airflow and Spark"

EXCEPTIONS = {
    "include/*/registry.py": "a registry lists the names",
    "include/*/*/registry.py": "a registry lists the names",
    "include/cli/compose_environment.py": COMPOSE,
    "include/cli/local_airflow/compose_variables.py": COMPOSE,
    "include/cli/local_airflow/spark_containers.py": COMPOSE,
    "include/machine/containers/compose_command.py": COMPOSE,
    "include/machine/containers/images.py": COMPOSE,
    "include/kinds/cluster_kind.py": "a registry lists the names",
    "include/kinds/fault.py": "a registry lists the names",
    "include/kinds/scenario.py": "a registry lists the names",
    "include/load/payload.py": "a word of the text in messages",
    "include/plan/judging/experiment_for_application.py": "an experiment, as in include/experiments",
    "include/plan/judging/experiment_for_settings.py": "an experiment, as in include/experiments",
    "include/verdicts/documented_cases.py": "a registry of documented cases, which faults provoke",
}
"""Files that may know single kinds, and why."""


def is_exception(file: str) -> bool:
    return any(fnmatch(file, pattern) for pattern in EXCEPTIONS)


def test_no_generic_module_imports_or_names_a_single_kind() -> None:
    generic = [file for file in modules() if not owner_of(path_of(file)) and not is_exception(path_of(file))]
    assert [str(known) for file in generic for known in knowledge_in(file)] == []


def test_a_kind_imports_another_one_of_the_same_sort_only_in_lines_that_say_why() -> None:
    importing = {(known.file, known.line) for file in modules() for known in imported_relatives(file)}
    texts = {path_of(file): file.read_text(encoding="utf-8").splitlines() for file in modules()}
    lines = ((file, number, line) for file, text in texts.items() for number, line in enumerate(text, 1))
    assert importing == {(file, number) for file, number, line in lines if "# shared: " in line}


def imported_relatives(file: Path) -> list[Knowledge]:
    """The imports by a fault of another fault, by a scenario of another scenario, …"""
    owner = owner_of(path_of(file)) or ""
    sort = owner.rpartition(" ")[0]
    imports = [known for known in knowledge_in(file) if known.what.startswith("an import")]
    return [fact for fact in imports if sort and f"({sort} " in fact.what and f"({owner})" not in fact.what]


@pytest.mark.parametrize("pattern", EXCEPTIONS)
def test_every_exception_is_needed(pattern: str) -> None:
    files = [file for file in modules() if fnmatch(path_of(file), pattern)]
    assert any(knowledge_in(file) for file in files)


@pytest.mark.parametrize(
    ("source", "what"),
    [
        (
            "from include.faults import kill_leader",
            "an import of include.faults.kill_leader (fault kill-leader)",
        ),
        (
            "from include.scenarios.queue.settings import Q",
            "an import of include.scenarios.queue.settings (scenario queue)",
        ),
        (
            "def f():\n    import include.clusters.compose",
            "an import of include.clusters.compose (cluster kind compose)",
        ),
        ("NAMES = ('kill-leader',)", "the string 'kill-leader' (fault)"),
        ("TEXT = f'{1}queue'", "the string 'queue' (scenario)"),
        ("from include.kinds.fault import FAULTS", None),
        ("from include.kinds.semantics import delivery_config", None),
        ('"""queue"""', None),
        ('class A:\n    """compose"""\n    x = 1\n    """delivery"""', None),
        ("TEXT = 'kill-leader and others'", None),
    ],
)
def test_what_a_module_knows_is_noticed_but_registries_and_docstrings(source: str, what: str | None) -> None:
    known = [entry.what for entry in knowledge("include/cells/run_cell.py", source)]
    assert known == ([what] if what else [])


def test_a_file_in_the_folder_of_a_kind_belongs_to_that_kind() -> None:
    owners = {
        "include/scenarios/reliable_ack/workload.py": "scenario reliable_ack",
        "include/scenarios/queue/programs/consumer.py": "scenario queue",
        "include/scenarios/queue/servers/redis_server/start.py": "queue server redis-server",
        "include/faults/kill_leader.py": "fault kill-leader",
        "include/faults/struck_leader.py": None,
        "include/clusters/compose/cluster.py": "cluster kind compose",
        "include/clusters/cluster.py": None,
        "include/kinds/semantics/exactly_once.py": "semantics exactly-once",
    }
    assert {file: owner_of(file) for file in owners} == owners
