"""What is said about the settings in users' files, as ``remarks.txt`` has it.

A block begins with the role of a file; its client, the replicas in sync of its topic, the release of its
brokers and an unknown release of its client follow where they are not as usual. After the file come ``=`` for
remarks that explain it, ``!`` for every contradiction of its promise, each with a part of the text, and ``-``
for what no remark has.
"""

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

from include.load.client_choice import ClientChoice
from include.machine.releases.versions import feature_of
from include.plan.judging.deployment import Deployment
from include.plan.judging.judge_files import Files, judge_files
from include.plan.user_client_settings import Remark
from tests.plan.judging.answers import IN_SYNC, answer, judgement

REMARKS = Path(__file__).with_name("remarks.txt").read_text(encoding="utf-8")
MARKS = ("=", "!", "-")


class Case(NamedTuple):
    role: str
    facts: dict[str, str]
    file: str
    said: dict[str, list[str]]
    """The lines of each mark."""

    @classmethod
    def read(cls, block: str) -> "Case":
        head, *lines = block.splitlines()
        role, *facts = head.split()
        said: dict[str, list[str]] = defaultdict(list)
        for line in lines:
            mark, _, text = line.partition(" ")
            said[mark if mark in MARKS else ""].append(text if mark in MARKS else line)
        return cls(role, dict(fact.split("=") for fact in facts), "\n".join(said.pop("")), said)

    @property
    def deployment(self) -> Deployment:
        replicas = self.facts.get("replicas", "2")
        return Deployment(
            int(replicas) if replicas.isdigit() else None,
            is_release_known="release" not in self.facts,
            brokers=feature_of(self.facts["brokers"]) if "brokers" in self.facts else None,
        )

    def __str__(self) -> str:
        return " ".join((self.role, *self.facts.values(), *self.file.split()))


CASES = [Case.read(block) for block in REMARKS.strip().split("\n\n") if not block.startswith("#")]


def is_said(line: str, remark: Remark) -> bool:
    level, _, part = line.partition(": ")
    return level == remark.level and part in remark.text


@pytest.mark.parametrize("case", CASES, ids=str)
def test_settings_are_explained_and_those_against_the_promise_are_named(tmp_path: Path, case: Case) -> None:
    client = case.facts.get("client", "librdkafka")
    text = {case.role: case.file}
    judged = judgement(tmp_path, client=client, deployment=case.deployment, **text).judged
    for line in case.said["="]:
        assert any(is_said(line, remark) for remark in judged.deciding), line
    levels = [remark.level for remark in judged.contradictions]
    assert levels == [line.partition(": ")[0] for line in case.said["!"]]
    assert all(map(is_said, case.said["!"], judged.contradictions))
    remarks = [f"{remark.level}: {remark.text}" for remark in (*judged.deciding, *judged.contradictions)]
    assert [text for text in case.said["-"] if text in " ".join(remarks)] == []


def test_a_static_member_has_no_name_and_is_a_dynamic_one_in_cells(tmp_path: Path) -> None:
    static = "enable.auto.commit=false\nauto.offset.reset=earliest\ngroup.instance.id=till-7"
    judged = judgement(tmp_path, consumer=static).judged
    assert "till-7" not in repr(judged)
    (left_out,) = (entry for entry in judged.left_out if "group.instance.id" in entry.settings)
    assert left_out.because.endswith("the consumers of the cells are dynamic members")


def test_every_first_position_is_left_out(tmp_path: Path) -> None:
    explained = judgement(tmp_path, consumer="enable.auto.commit=false\nauto.offset.reset=latest")
    assert explained.promise.consumer.passed == {"enable.auto.commit": "false"}
    assert [left_out.settings for left_out in explained.judged.left_out] == [["auto.offset.reset"]]


def test_a_sink_that_does_not_wait_at_a_checkpoint_contradicts_no_loss(tmp_path: Path) -> None:
    file = tmp_path / "sink.sql"
    options = "'connector'='kafka', 'properties.acks'='all', 'sink.delivery-guarantee'"
    for guarantee, said in (("none", ["sink.delivery-guarantee=none"]), ("at-least-once", [])):
        file.write_text(f"CREATE TABLE t (id INT) WITH ({options}='{guarantee}')")
        judged = judge_files(
            Files(file, None, None), [ClientChoice.parse("java-4.4.0")], answer, IN_SYNC
        ).judged
        assert [remark.level for remark in judged.contradictions] == said


@pytest.mark.parametrize("names", [("acks", "request.required.acks"), ("request.required.acks", "acks")])
def test_of_two_names_of_a_setting_the_last_counts(tmp_path: Path, names: tuple[str, str]) -> None:
    first, last = names
    judged = judgement(tmp_path, producer=f"{first}=all\n{last}=1").judged
    assert judged.passed["producer"] == {last: "1"}
    assert any(f"{last} also stands in line 1, whose value does not count" in note for note in judged.notes)
    assert [remark.level for remark in judged.deciding if remark.setting == "acks"] == ["acks=1"]
