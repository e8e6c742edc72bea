from pathlib import Path

import pytest

from include.judging.judgement import Judgement
from include.judging.promise import Deployment
from include.matrix.judged_settings_in_plan import Remark
from tests.judging.answers import judgement

NEWEST_JAVA = "java-4.4.0"

UNKNOWN_RELEASE = Deployment(given_min_insync_replicas=2, is_release_known=False)


def levels(remarks: list[Remark]) -> list[str]:
    return [remark.level for remark in remarks]


def text_of(remarks: list[Remark], setting: str) -> str:
    """The text about a setting; fails if there is not exactly one."""
    (remark,) = (remark for remark in remarks if remark.setting == setting)
    return remark.text


def has(remarks: list[Remark], setting: str) -> bool:
    return any(remark.setting == setting for remark in remarks)


@pytest.mark.parametrize("client", ["librdkafka", NEWEST_JAVA])
def test_a_consumer_that_begins_with_new_messages_contradicts_no_loss(client: str, tmp_path: Path) -> None:
    judged = judgement(tmp_path, consumer="enable.auto.commit=false", client=client).judged
    assert levels(judged.contradictions) == ["auto.offset.reset=latest (not set)"]


@pytest.mark.parametrize(
    ("value", "text", "meaning"),
    [
        ("earliest", "earliest", "begins with the oldest message that the log has"),
        ("smallest", "earliest", "begins with the oldest message that the log has"),
        ("error", "none", "ends with an error, and skips nothing by itself"),
    ],
)
def test_other_first_positions_are_explained_in_kafkas_words_and_contradict_nothing(
    value: str, text: str, meaning: str, tmp_path: Path
) -> None:
    judged = judgement(tmp_path, consumer=f"enable.auto.commit=false\nauto.offset.reset={value}").judged
    assert f"auto.offset.reset={text}" in levels(judged.deciding)
    assert meaning in text_of(judged.deciding, "auto.offset.reset")
    assert judged.contradictions == []


def test_a_first_position_by_duration_contradicts_no_loss_and_every_one_is_left_out(tmp_path: Path) -> None:
    text = "enable.auto.commit=false\nauto.offset.reset=by_duration:PT1H"
    judged = judgement(tmp_path, consumer=text, client=NEWEST_JAVA).judged
    assert "auto.offset.reset=by_duration:PT1H" in levels(judged.deciding)
    assert "skips older ones" in text_of(judged.deciding, "auto.offset.reset")
    assert has(judged.contradictions, "auto.offset.reset")
    explained = judgement(tmp_path, consumer="enable.auto.commit=false\nauto.offset.reset=latest")
    assert explained.promise.consumer.passed == {"enable.auto.commit": "false"}
    assert [left_out.settings for left_out in explained.judged.left_out] == [["auto.offset.reset"]]


STATIC = "enable.auto.commit=false\nauto.offset.reset=earliest\ngroup.instance.id=till-7\n"


def test_a_static_member_is_explained_with_its_timeout_and_without_its_name(tmp_path: Path) -> None:
    explained = judgement(tmp_path, consumer=f"{STATIC}session.timeout.ms=90000")
    assert "group.instance.id=…" in levels(explained.judged.deciding)
    text = text_of(explained.judged.deciding, "group.instance.id")
    assert "until a consumer with the same id returns, or until session.timeout.ms (90 s) is over" in text
    assert "till-7" not in repr(explained.judged)
    left_out = [entry for entry in explained.judged.left_out if "group.instance.id" in entry.settings]
    assert left_out[0].because.endswith("the consumers of the cells are dynamic members")
    judged = judgement(tmp_path, consumer=f"{STATIC}group.protocol=consumer", client=NEWEST_JAVA).judged
    text = text_of(judged.deciding, "group.instance.id")
    assert "until group.consumer.session.timeout.ms of the brokers is over" in text


@pytest.mark.parametrize(("in_flight", "is_doubted"), [("", True), ("max.in.flight=1", False)])
def test_an_idempotent_producer_of_librdkafka_is_doubted_unless_one_request_is_in_flight(
    tmp_path: Path, in_flight: str, is_doubted: bool
) -> None:
    judged = judgement(tmp_path, producer=f"enable.idempotence=true\n{in_flight}").judged
    assert has(judged.contradictions, "enable.idempotence") is is_doubted


def topic(folder: Path, text: str, number: int | None) -> Judgement:
    return judgement(folder, producer=text, deployment=Deployment(number))


def test_one_replica_in_sync_contradicts_no_loss_and_is_assumed_unless_it_was_given(tmp_path: Path) -> None:
    judged = topic(tmp_path, "acks=all", None).judged
    assert levels(judged.contradictions) == ["min.insync.replicas=1 (not set)"]
    text = text_of(judged.contradictions, "min.insync.replicas")
    assert "--min-insync-replicas states the value of your topic" in text
    judged = topic(tmp_path, "acks=all", 1).judged
    assert levels(judged.contradictions) == ["min.insync.replicas=1"]
    assert "--min-insync-replicas" not in text_of(judged.contradictions, "min.insync.replicas")


def test_two_replicas_in_sync_keep_the_promise_and_all_stop_acknowledgements(tmp_path: Path) -> None:
    judged = topic(tmp_path, "acks=all", 2).judged
    assert judged.contradictions == []
    assert "on 2 replicas at least" in text_of(judged.deciding, "min.insync.replicas")
    judged = topic(tmp_path, "acks=all", 3).judged
    assert "while one of them is out of sync" in text_of(judged.deciding, "min.insync.replicas")


def test_the_topic_of_a_producer_that_waits_for_no_replicas_is_not_explained(tmp_path: Path) -> None:
    for text in ("acks=0", "acks=1"):
        judged = topic(tmp_path, text, None).judged
        assert not has([*judged.deciding, *judged.contradictions], "min.insync.replicas")


def test_the_topic_of_a_producer_without_a_promise_contradicts_nothing(tmp_path: Path) -> None:
    judged = topic(tmp_path, "acks=all\nretries=0", 1).judged
    assert not has(judged.contradictions, "min.insync.replicas")
    text = "enable.auto.commit=false\nauto.offset.reset=earliest"
    judged = judgement(tmp_path, consumer=text, deployment=Deployment()).judged
    assert judged.contradictions == []
    assert not has(judged.deciding, "min.insync.replicas")


def test_defaults_of_a_java_client_of_an_unknown_release_are_said_to_depend_on_it(tmp_path: Path) -> None:
    judged = judgement(
        tmp_path, producer="linger.ms=9", client=NEWEST_JAVA, deployment=UNKNOWN_RELEASE
    ).judged
    assert levels(judged.deciding)[0] == "acks=all (not set)"
    assert "since Kafka 3.0; before, it is acks=1." in text_of(judged.deciding, "acks")
    assert "the releases 3.0.0 and 3.1.0 do not apply" in text_of(judged.deciding, "enable.idempotence")


def test_values_that_are_in_the_file_or_follow_from_it_do_not_depend_on_the_release(tmp_path: Path) -> None:
    text = "acks=all\nenable.idempotence=true"
    judged = judgement(tmp_path, producer=text, client=NEWEST_JAVA, deployment=UNKNOWN_RELEASE).judged
    assert "Kafka 3.0" not in " ".join(remark.text for remark in judged.deciding)
    text = "enable.idempotence=true"
    judged = judgement(tmp_path, producer=text, client=NEWEST_JAVA, deployment=UNKNOWN_RELEASE).judged
    assert "Kafka 3.0" not in text_of(judged.deciding, "acks")


@pytest.mark.parametrize(
    ("client", "deployment"), [(NEWEST_JAVA, Deployment(2)), ("librdkafka", UNKNOWN_RELEASE)]
)
def test_certain_defaults_have_no_other_releases(client: str, deployment: Deployment, tmp_path: Path) -> None:
    judged = judgement(tmp_path, producer="linger.ms=9", client=client, deployment=deployment).judged
    assert "3.0" not in " ".join(remark.text for remark in judged.deciding)


@pytest.mark.parametrize(("client", "first"), [("java-3.0.2", "3.0.0"), ("java-3.1.1", "3.1.0")])
def test_a_release_with_the_defect_is_told_of_it(client: str, first: str, tmp_path: Path) -> None:
    judged = judgement(tmp_path, producer="linger.ms=9", client=client).judged
    text = text_of(judged.deciding, "enable.idempotence")
    assert f"the release {first} does not apply because of a defect (KAFKA-13598)" in text


@pytest.mark.parametrize(("text", "is_said"), [("acks=1", True), ("acks=1\nretries=0", False)])
def test_a_producer_without_retries_writes_nothing_again(text: str, is_said: bool, tmp_path: Path) -> None:
    judged = judgement(tmp_path, producer=text, client="librdkafka").judged
    assert any("may be written again" in remark.text for remark in judged.deciding) is is_said


def test_a_client_that_commits_what_the_application_stores_is_described_so(tmp_path: Path) -> None:
    text = "enable.auto.commit=true\nenable.auto.offset.store=false"
    judged = judgement(tmp_path, consumer=text, client="librdkafka").judged
    assert "The client commits what the application stores" in text_of(
        judged.deciding, "enable.auto.offset.store"
    )
