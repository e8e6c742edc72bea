from include.load_runtime.message import header_bytes
from include.load_runtime.message_headers import checked_headers_of, headers_of
from tests.load_runtime.fakes import CELL, value_of


def test_headers_are_decoded_in_their_order_and_short_messages_are_padded() -> None:
    headers = headers_of([header_bytes(3, CELL, 77) + b"filler", header_bytes(1, CELL, 78)])
    assert headers["id"].tolist() == [3, 1]
    assert headers["created_ns"].tolist() == [77, 78]
    headers, is_intact = checked_headers_of([value_of(1), value_of(2)[:9]])
    assert headers["id"].tolist() == [1, 2]
    assert is_intact.tolist() == [True, False]
