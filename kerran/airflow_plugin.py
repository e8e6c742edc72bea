"""The plugin that an installed Kerran registers with Airflow."""

from plugins.airflow_plugin import KerranPlugin

__all__ = ["KerranPlugin"]
