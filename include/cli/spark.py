"""Where Spark measures: what becomes of the Airflow connection `spark`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Spark:
    """A master, what it asks of whoever submits to it, and variables of spark-submit."""

    master: str
    conf: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def connection(self) -> str:
        """The Airflow connection, as a variable holds it; ``conf`` in its extra is Kerran's own."""
        extra = {"deploy-mode": "client", **({"conf": dict(self.conf)} if self.conf else {})}
        return json.dumps({"conn_type": "spark", "host": self.master, "extra": extra})

    @property
    def environment(self) -> dict[str, str]:
        """The variables of an Airflow that is to submit there."""
        return {"AIRFLOW_CONN_SPARK": self.connection, **self.variables}


LOCAL = Spark("local[2]")

CLUSTER = "cluster"
"""In place of a master: that of ``compose/spark.yaml``."""
