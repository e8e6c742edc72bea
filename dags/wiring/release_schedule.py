"""The schedule of Kafka releases, whose class is in a plugin."""

from typing import TYPE_CHECKING

from airflow.plugins_manager import get_timetables_plugins

from include.machine.releases.kafka_catalogue import listed

if TYPE_CHECKING:
    from plugins.release_timetable import ReleaseTimetable

CLASS = "ReleaseTimetable"


def release_schedule() -> "ReleaseTimetable":
    """The timetable of the releases in the project's list. Its class is registered with Airflow.

    Releases that were added later are in a store. A DAG file does not read a store: whenever the store did
    not answer, the DAG would have another version. If the DAG file comes from a bundle and the plugin from a
    wheel, the class has two names, and the scheduler knows only the registered name.

    Raises:
        ImportError: No plugin has registered the class.
    """
    for name, registered in get_timetables_plugins().items():
        if name.endswith(f".{CLASS}"):
            return registered(listed())  # type: ignore[call-arg, return-value]
    raise ImportError(
        "Kerran's plugin is not registered. Install Kerran's wheel, or copy its folder plugins into that of "
        "Airflow, and restart Airflow's components."
    )
