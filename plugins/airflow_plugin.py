"""Register the extensions with Airflow, whose loader makes each file here a module of its name alone."""

from airflow.plugins_manager import AirflowPlugin

from plugins.release_timetable import ReleaseTimetable


class KerranPlugin(AirflowPlugin):
    """Kerran's extensions of Airflow."""

    name = "kerran"
    timetables = [ReleaseTimetable]  # noqa: RUF012 - as Airflow declares it
