import subprocess
import sys

import pytest

from include.machine.folders import ROOT

OF_WORKERS = ("amqp", "confluent_kafka", "docker", "matplotlib", "numpy", "pandas", "pyarrow", "pyspark")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("imports", "absent"),
    [
        (
            "from include.cli import commands",
            {"airflow", "confluent_kafka", "docker", "pandas", "matplotlib", "pyspark", "scipy"},
        ),
        (
            "from include.cli import judge",
            {"airflow", "docker", "httpx", "matplotlib", "pandas", "pyspark", "scipy"},
        ),
        (
            "from kerran import airflow_dags, airflow_plugin; from plugins import report_app",
            {*OF_WORKERS, "redis", "ruptures", "scipy"},
        ),
        ("import plugins.airflow_plugin", {"include.report.web"}),
    ],
    ids=["help of commands", "judging without a run", "DAGs and pages", "plugins"],
)
def test_what_begins_often_imports_nothing_that_only_some_need(imports: str, absent: set[str]) -> None:
    code = f"import sys; {imports}; print('imported', *({absent} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "imported"
