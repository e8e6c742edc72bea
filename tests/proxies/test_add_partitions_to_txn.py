import pytest

from include.proxies.add_partitions_to_txn import error_of_answer
from include.proxies.frames import FrameError
from tests.proxies.requests import add_partitions_answer


def test_the_error_code_of_the_first_partition_is_read_but_unknown_in_a_later_version() -> None:
    for version in (0, 1, 2, 3):
        for code in (51, 0):
            assert error_of_answer(add_partitions_answer(1, code, version), version) == code
    assert error_of_answer(add_partitions_answer(1, 51, 3), version=4) is None


@pytest.mark.parametrize("version", [0, 3])
def test_an_answer_that_is_cut_off_is_an_error(version: int) -> None:
    with pytest.raises(FrameError, match="answer to AddPartitionsToTxn of 11 bytes"):
        error_of_answer(add_partitions_answer(1, 51, version)[:11], version)
