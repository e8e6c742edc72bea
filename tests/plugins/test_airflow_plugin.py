from airflow.plugins_manager import get_plugin_info


def test_airflow_loads_the_plugin_of_the_installed_distribution() -> None:
    [plugin] = [plugin for plugin in get_plugin_info() if plugin["name"] == "kerran"]
    assert str(plugin["source"]).startswith("kerran==")
    assert plugin["timetables"] == ["plugins.release_timetable.ReleaseTimetable"]
