"""The Spark master that computes the results: the content of the Airflow connection ``spark``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class SparkMaster:
    """A Spark master, the properties that it needs of drivers, and variables for spark-submit."""

    url: str
    conf: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def connection(self) -> str:
        """The Airflow connection as JSON. Kerran itself reads ``conf`` from its extra field."""
        extra = {"deploy-mode": "client", **({"conf": dict(self.conf)} if self.conf else {})}
        return json.dumps({"conn_type": "spark", "host": self.url, "extra": extra})

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of an Airflow whose tasks use this master."""
        return {"AIRFLOW_CONN_SPARK": self.connection, **self.variables}


LOCAL = SparkMaster("local[2]")

CONTAINERS = "cluster"
"""What a user gives instead of a URL for the master and workers of ``compose/spark.yaml``."""
