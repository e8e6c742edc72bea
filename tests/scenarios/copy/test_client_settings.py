from include.kinds.client_releases import chosen
from include.load.consumer_jobs import CopyJob
from include.scenarios.copy.settings import CopySettings
from tests.load_programs import programs_of


def test_each_copier_has_a_transactional_id_of_its_own() -> None:
    copiers = programs_of(scenario="copy", semantics="exactly-once", copiers=2).copiers
    jobs = [program.job for program in copiers]
    ids = [job.producer_settings["transactional.id"] for job in jobs if isinstance(job, CopyJob)]
    assert ids == ["t-0", "t-1"]


def test_a_java_copier_commits_in_transactions_as_a_member_which_old_brokers_do_not_know() -> None:
    needed = {
        ("librdkafka", "exactly-once"): None,
        ("java-4.3", "at-least-once"): ("client", (2, 1)),
        ("java-4.3", "exactly-once"): ("client", (2, 5)),
        ("java-3.9", "at-least-once"): None,
        ("java-3.9", "exactly-once"): ("client", (2, 5)),
    }
    for (client, semantics), release in needed.items():
        settings = CopySettings(semantics=semantics, client=chosen(client), lead_in_seconds=2)
        assert settings.traits.needs.release == release
