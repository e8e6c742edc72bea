"""Registers what this folder has to offer with Airflow."""

from airflow.plugins_manager import AirflowPlugin

from plugins.release_timetable import ReleaseTimetable


class KerranPlugin(AirflowPlugin):
    """What Airflow's scheduler gains."""

    name = "kerran"
    timetables = [ReleaseTimetable]  # noqa: RUF012 - as Airflow declares it
