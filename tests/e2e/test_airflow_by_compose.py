from collections.abc import Iterator

import pytest
from packaging.utils import canonicalize_name

from include.cli.local_airflow.compose_variables import AIRFLOW_IMAGE
from include.machine.containers.engine import engine
from include.machine.containers.images import Image
from include.machine.folders import ROOT
from include.plan.plan import read_plan
from include.rawlog.cells_and_results_of_run import sealed_ids
from tests.dag_runs import state_at_end
from tests.e2e.compose_stack import RUN_SECONDS, ComposeStack, running

pytestmark = [pytest.mark.containers, pytest.mark.stack]

DAG = "run_experiment"
SMALL = {"experiment": "quick", "messages": 1000, "repetitions": 1, "warm_up_seconds": 5, "attempts": 1}


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ComposeStack]:
    with running("airflow", tmp_path_factory.mktemp("state"), ["--spark", "cluster"], {}) as stack:
        yield stack


def test_the_api_server_and_the_store_are_published_on_loopback_and_nothing_else(stack: ComposeStack) -> None:
    published = [
        (container.labels["com.docker.compose.service"], address["HostIp"])
        for container in engine().containers.list(filters={"label": stack.label})
        for addresses in container.attrs["NetworkSettings"]["Ports"].values()
        for address in addresses or []
    ]
    assert sorted(published) == [("api-server", "127.0.0.1"), ("object-store", "127.0.0.1")]


def test_a_run_started_by_rest_ends_in_a_report(stack: ComposeStack, monkeypatch: pytest.MonkeyPatch) -> None:
    api = stack.airflow(DAG)
    dag_run = api.trigger(DAG, "by-compose", {"run": "by-compose", **SMALL})
    assert state_at_end(api, DAG, dag_run, RUN_SECONDS) == "success"
    run = stack.run_in_store("by-compose", monkeypatch)
    assert sealed_ids(run) == {cell.id for cell in read_plan(run).cells}
    assert "Does everything run?" in (run / "report" / "index.html").read_text()
    assert not list((stack.folder / "runs").iterdir())


def test_the_image_for_pods_has_the_dags_and_the_plugin_in_it() -> None:
    parts = [ROOT / name for name in ("dags", "plugins", "include")]
    image = Image("kubernetes", parts, arguments={"AIRFLOW_IMAGE": AIRFLOW_IMAGE.built()}).built()
    load = "import dags.run_experiment, plugins.airflow_plugin; print(dags.run_experiment.__file__)"
    output = engine().containers.run(image, ["python", "-c", load], remove=True)
    assert b"/kerran/dags/run_experiment.py" in output


def test_the_image_of_airflow_has_the_pinned_packages_and_no_others() -> None:
    lists = (ROOT / "requirements.lock", ROOT / "compose/images/airflow/packages.txt")
    pinned = {line.strip() for path in lists for line in path.read_text().splitlines()}
    show = "import importlib.metadata as m; [print(p.name, p.version) for p in m.distributions()]"
    output = engine().containers.run(AIRFLOW_IMAGE.built(), ["python", "-c", show], remove=True).decode()
    installed = [line.split() for line in output.splitlines()]
    assert {f"{canonicalize_name(name)}=={version}" for name, version in installed} <= pinned
