from pathlib import Path

import pytest

from include.matrix.judged_settings_in_plan import JudgedSettings, Remark
from tests.judging.answers import judgement, refusal

JAVA = "java-4.4.0"


def judged(folder: Path, text: str, client: str = "librdkafka") -> JudgedSettings:
    return judgement(folder, producer=text, client=client).judged


def remark(remarks: list[Remark], setting: str) -> Remark:
    """The remark about a setting; fails if there is not exactly one."""
    (only,) = (remark for remark in remarks if remark.setting == setting)
    return only


def settings(remarks: list[Remark]) -> list[str]:
    return [remark.setting for remark in remarks]


@pytest.mark.parametrize(
    ("client", "level", "told_by"),
    [
        (
            "librdkafka",
            "delivery.timeout.ms=300000 (not set)",
            "the delivery report (the callback of produce)",
        ),
        (JAVA, "delivery.timeout.ms=120000 (not set)", "the callback of send, or its Future,"),
    ],
)
def test_a_producer_gives_messages_up_by_default_and_says_so_in_its_own_way(
    client: str, level: str, told_by: str, tmp_path: Path
) -> None:
    limit = remark(judged(tmp_path, "acks=all", client).deciding, "delivery.timeout.ms")
    assert limit.level == level
    assert f"it is lost unless the application handles the error that {told_by} has" in limit.text


def test_a_short_time_out_contradicts_no_loss_and_the_default_and_none_do_not(tmp_path: Path) -> None:
    assert judged(tmp_path, "acks=all").contradictions == []
    assert judged(tmp_path, "acks=all", JAVA).contradictions == []
    (short,) = judged(tmp_path, "acks=all\nmessage.timeout.ms=29999").contradictions
    assert short.level == "delivery.timeout.ms=29999"
    assert "use 30000 or more" in short.text
    assert judged(tmp_path, "acks=all\nmessage.timeout.ms=30000").contradictions == []
    endless = judged(tmp_path, "acks=all\nmessage.timeout.ms=0")
    assert endless.contradictions == []
    assert remark(endless.deciding, "delivery.timeout.ms").text.startswith("No message is given up")


def test_limits_matter_only_where_messages_are_acknowledged_and_not_to_be_lost(tmp_path: Path) -> None:
    lossy = judged(tmp_path, "acks=1\nretries=0\nmessage.timeout.ms=9000")
    assert "delivery.timeout.ms" not in settings(lossy.contradictions)
    assert "delivery.timeout.ms" not in settings(judged(tmp_path, "acks=0").deciding)


def test_a_message_of_a_transaction_is_given_up_with_it_after_its_time(tmp_path: Path) -> None:
    limit = remark(judged(tmp_path, "transactional.id=app").deciding, "delivery.timeout.ms")
    assert limit.level == "delivery.timeout.ms=60000 (not set)"  # librdkafka's transaction.timeout.ms
    text = "transactional.id=app\ntransaction.timeout.ms=20000"
    short = remark(judged(tmp_path, text).contradictions, "delivery.timeout.ms")
    assert short.level == "delivery.timeout.ms=20000 (not set)"
    assert "It follows from transaction.timeout.ms: use 30000 or more there." in short.text


def test_java_raises_a_short_default_and_accepts_a_short_time_out_for_short_requests(tmp_path: Path) -> None:
    limit = remark(judged(tmp_path, "request.timeout.ms=200000", JAVA).deciding, "delivery.timeout.ms")
    assert limit.level == "delivery.timeout.ms=200005 (not set)"
    text = "acks=all\ndelivery.timeout.ms=9000\nrequest.timeout.ms=3000"
    assert [short.level for short in judged(tmp_path, text, JAVA).contradictions] == [
        "delivery.timeout.ms=9000"
    ]


def test_a_time_out_that_java_refuses_at_the_start_of_the_producer_is_refused_before(tmp_path: Path) -> None:
    assert refusal(tmp_path, "acks=all\ndelivery.timeout.ms=9000", JAVA) == (
        "app.properties: delivery.timeout.ms: 9000 is below 30005, the sum of linger.ms and "
        "request.timeout.ms, which java-4.4.0 refuses; raise it, or lower request.timeout.ms"
    )


@pytest.mark.parametrize("client", ["librdkafka", JAVA])
def test_few_retries_contradict_no_loss(client: str, tmp_path: Path) -> None:
    (few,) = judged(tmp_path, "acks=all\nretries=5", client).contradictions
    assert few.level == "retries=5"
    assert "together take 5 s at most" in few.text


def test_many_and_no_retries_are_explained_and_unlimited_ones_are_not(tmp_path: Path) -> None:
    many = judged(tmp_path, "acks=all\nretries=30")
    assert many.contradictions == []
    assert "after 30 retries in vain" in remark(many.deciding, "retries").text
    assert "retries" not in settings(judged(tmp_path, "acks=all\nretries=2147483647").deciding)
    text = remark(judged(tmp_path, "acks=all\nretries=0").deciding, "retries").text
    assert "is not sent again: it is lost unless the application handles the error" in text
