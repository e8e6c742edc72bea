from include.report.history.conditions import UNKNOWN, conditions, differences
from tests.report.synthetic import QUICK, make_plan, measured_run


def conditions_of(librdkafka: str | None) -> dict[str, str]:
    run = measured_run(make_plan(QUICK))
    manifest = next(iter(run.manifests.values()))
    host = manifest.host.model_copy(update={"versions": {"librdkafka": librdkafka or ""}})
    known = manifest.model_copy(update={"host": host}) if librdkafka else None
    return dict(conditions(run.plan, known))


def test_another_or_an_unknown_version_of_the_client_library_is_another_condition() -> None:
    older, newer = (conditions_of(version) for version in ("2.16.0", "2.17.0"))
    assert older["client"] == "librdkafka"
    assert differences(older, newer) == [
        "client library: librdkafka 2.16.0 (Python programs) against librdkafka 2.17.0 (Python programs)"
    ]
    assert differences(older, older) == []
    unknown = conditions_of(None)
    assert differences(unknown, unknown) == [
        f"{name}: {UNKNOWN} against {UNKNOWN}" for name in ("host", "client library")
    ]
