"""Register the extensions with Airflow. Airflow loads each file here as a top-level module."""

from airflow.plugins_manager import AirflowPlugin

from plugins.release_timetable import ReleaseTimetable
from plugins.report_app import PREFIX, ReportApp, views


class KerranPlugin(AirflowPlugin):
    """Kerran's extensions of Airflow."""

    name = "kerran"
    timetables = [ReleaseTimetable]  # noqa: RUF012 - as Airflow declares it
    fastapi_apps = [{"app": ReportApp(), "url_prefix": PREFIX, "name": "Kerran"}]  # noqa: RUF012
    external_views = views()
