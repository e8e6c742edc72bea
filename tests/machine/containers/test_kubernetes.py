"""The pod template for Kubernetes: it follows Kubernetes' schema, and names variables that are read."""

from typing import Any

import kubernetes_validate
import pytest
from ruamel.yaml import YAML

from include.machine.folders import ROOT
from include.machine.settings import is_known


@pytest.fixture
def pod() -> Any:
    return YAML(typ="safe").load(ROOT / "compose" / "kubernetes" / "pod_template.yaml")


@pytest.mark.parametrize("release", ["1.31", "1.37"])
def test_the_pod_template_follows_the_schema_of_kubernetes(pod: Any, release: str) -> None:
    kubernetes_validate.validate(pod, release, strict=True)
    pod["spec"]["containers"][0]["resource"] = {}
    with pytest.raises(kubernetes_validate.ValidationError, match="resource"):
        kubernetes_validate.validate(pod, release, strict=True)


def test_the_container_of_a_task_is_confined_and_has_the_name_that_the_executor_looks_for(pod: Any) -> None:
    [container] = pod["spec"]["containers"]
    assert container["name"] == "base"
    assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert all(map(is_known, [variable["name"] for variable in container["env"]]))
