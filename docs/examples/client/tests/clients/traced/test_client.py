from tests.load_programs import programs_of


def test_the_programs_are_those_of_librdkafka_and_log_their_requests() -> None:
    programs, usual = (
        programs_of(semantics="at-least-once", client=name) for name in ("traced", "librdkafka")
    )
    assert [each.module for each in programs.all] == [each.module for each in usual.all]
    assert {each.job.client_settings["debug"] for each in programs.all} == {"protocol"}
