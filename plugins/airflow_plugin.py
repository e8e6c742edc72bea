"""Register the extensions with Airflow, whose loader makes each file here a module of its name alone."""

from airflow.plugins_manager import AirflowPlugin

from plugins.release_timetable import ReleaseTimetable
from plugins.report_app import PREFIX, ReportApp, views


class KerranPlugin(AirflowPlugin):
    """Kerran's extensions of Airflow."""

    name = "kerran"
    timetables = [ReleaseTimetable]  # noqa: RUF012 - as Airflow declares it
    fastapi_apps = [{"app": ReportApp(), "url_prefix": PREFIX, "name": "Kerran"}]  # noqa: RUF012
    external_views = views()
