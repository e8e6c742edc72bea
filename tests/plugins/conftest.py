"""The timetable needs an Airflow that knows it."""

from tests.airflow_home import make_home

make_home()
