from pathlib import Path

import numpy as np

from include.scenarios.share_group.programs.delivery_records import (
    DELIVERY,
    RENEWAL,
    DeliveryRecords,
    read_deliveries,
    read_renewals,
)
from include.scenarios.share_group.programs.jobs import ShareMemberJob
from tests.scenarios.share_group.test_jobs import job


def delivered(*ids: int, at: int, decision: int = 0) -> np.ndarray:
    deliveries = np.zeros(len(ids), DELIVERY)
    deliveries["id"], deliveries["offset"], deliveries["received_ns"] = ids, ids, at
    deliveries["delivery"], deliveries["decision"] = 1, decision
    return deliveries


def member(folder: Path, **change: object) -> ShareMemberJob:
    return job().model_copy(update={"folder": folder, **change})


def test_answers_belong_to_deliveries_also_of_members_that_were_replaced(tmp_path: Path) -> None:
    killed, successor = DeliveryRecords(tmp_path, "consumer-0"), DeliveryRecords(tmp_path, "consumer-0-again")
    assert killed.write(delivered(1, 2, at=10)) == range(2)
    assert killed.write(delivered(3, at=20, decision=1)) == range(2, 3)
    killed.attempt(range(1))
    killed.attempt(range(2, 3))
    killed.answer([0, 2], 30, is_ok=True)
    successor.write(delivered(2, at=40))
    successor.attempt(range(1))
    successor.answer([0], 50, is_ok=False)
    jobs = [member(tmp_path), member(tmp_path, name="consumer-0-again", takes_over=["consumer-0"])]
    rows = read_deliveries(jobs).to_pylist()
    assert [(row["id"], row["attempt"], row["answered_ns"], row["is_accepted"]) for row in rows] == [
        (1, 1, 30, True), (2, 1, None, None), (3, 1, 30, True), (2, 2, 50, False),
    ]  # fmt: skip
    assert [row["is_attempted"] for row in rows] == [True, False, True, True]
    assert [row["decision"] for row in rows] == ["accept", "accept", "release", "accept"]


def test_renewals_belong_to_deliveries(tmp_path: Path) -> None:
    records = DeliveryRecords(tmp_path, "consumer-0")
    records.write(delivered(1, 2, at=10))
    records.write(delivered(3, at=15))
    renewals = np.array([(0, 20), (2, 20), (2, 30)], RENEWAL)
    (tmp_path / "consumer-0.renewals").write_bytes(renewals.tobytes())
    rows = read_renewals([member(tmp_path), member(tmp_path, name="consumer-1")]).to_pylist()
    assert [(row["id"], row["received_ns"], row["begun_ns"]) for row in rows] == [
        (1, 10, 20), (3, 15, 20), (3, 15, 30),
    ]  # fmt: skip
    assert {(row["member"], row["attempt"], row["delivery"]) for row in rows} == {(0, 1, 1)}


def test_a_member_that_received_nothing_has_no_rows(tmp_path: Path) -> None:
    assert read_deliveries([member(tmp_path)]).num_rows == 0
