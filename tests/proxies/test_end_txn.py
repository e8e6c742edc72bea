import pytest

from include.load_runtime.strike import End
from include.proxies.end_txn import content, error_of_answer, refusal
from include.proxies.frames import FrameError, RequestContent, correlation_id, request_header
from tests.proxies import requests


def content_of(frame: bytes) -> RequestContent | None:
    return content(request_header(frame), frame)


@pytest.mark.parametrize("version", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("outcome", [End.COMMIT, End.ABORT])
def test_the_outcome_is_read_in_every_version_that_clients_send(version: int, outcome: End) -> None:
    frame = requests.end_txn(1, commits=outcome is End.COMMIT, version=version)
    assert content_of(frame) == RequestContent(7, 4, outcome=outcome)
    assert error_of_answer(requests.end_txn_answer(1, 48, version), version) == 48


def test_the_outcome_is_unknown_in_a_later_version() -> None:
    assert content_of(requests.end_txn(1, commits=True, version=6)) is None
    assert error_of_answer(requests.end_txn_answer(1), version=6) is None


@pytest.mark.parametrize("version", [1, 5])
def test_a_request_that_is_cut_off_is_an_error(version: int) -> None:
    whole = requests.end_txn(1, commits=True, version=version)
    with pytest.raises(FrameError, match="EndTxn request of 15 bytes"):
        content_of(whole[:15])
    with pytest.raises(FrameError, match="answer to EndTxn of 9 bytes"):
        error_of_answer(requests.end_txn_answer(1, 0, version)[:9], version)


@pytest.mark.parametrize(("version", "size"), [(1, 14), (3, 16), (5, 26)])
def test_a_refusal_has_the_error(version: int, size: int) -> None:
    frame = requests.end_txn(9, commits=True, version=version)
    refused = refusal(request_header(frame), frame, 51)
    assert correlation_id(refused) == 9
    assert error_of_answer(refused, version) == 51
    assert len(refused) == size
