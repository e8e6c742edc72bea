import asyncio
from typing import Any

from include.load.strike_terms import Strike
from include.producers.proxy.frames import request_header
from include.producers.proxy.strikes import Strikes
from include.producers.proxy.struck_request import SentRequest, StruckRequest
from tests.producers.proxy.requests import (
    PRODUCE,
    SHARE_ACKNOWLEDGE,
    SHARE_FETCH,
    end_txn,
    produce,
    request,
    share_request,
)

ABORT, COMMIT = end_txn(1, commits=False), end_txn(2, commits=True)


def strike(**terms: Any) -> Strike:
    late = {"request": "EndTxn", "act": "hold", "client": "cut", "until": {"answered": "Produce"}}
    return Strike.model_validate({**late, **terms})


def sent(strikes: Strikes, frame: bytes) -> SentRequest:
    return strikes.sent(request_header(frame), frame)


def answered(strikes: Strikes, frame: bytes, error_code: int) -> bool:
    """Whether the answer to a request to end a transaction ends the wait of the held request."""
    request = sent(strikes, frame)
    strikes.take_end(request.ends, error_code)
    return strikes.is_release(request)


def strikes(*terms: Strike) -> Strikes:
    armed = Strikes(terms)
    armed.is_armed = True
    return armed


def strike_of(of: Strikes, frame: bytes) -> Strike | None:
    return of.strike_of(request_header(frame), frame)


def hold(of: Strikes, frame: bytes) -> StruckRequest:
    async def deliver() -> None:
        pass

    met = strike_of(of, frame)
    assert met
    return of.strike(met, 2, request_header(frame), frame, deliver)


def test_only_a_request_of_the_kind_the_outcome_and_the_partition_is_struck_during_the_fault() -> None:
    assert strike_of(Strikes([strike()]), ABORT) is None
    assert strike_of(strikes(strike()), ABORT)
    of_abort = strikes(strike(where={"outcome": "abort"}))
    assert strike_of(of_abort, request(PRODUCE, 1)) is None
    assert strike_of(of_abort, COMMIT) is None
    assert strike_of(of_abort, ABORT)
    of_partition = strikes(strike(request="Produce", where={"partition": 1}))
    assert strike_of(of_partition, produce(1, partitions=[0, 2])) is None
    assert strike_of(of_partition, request(PRODUCE, 2, version=99)) is None
    assert strike_of(of_partition, produce(3, partitions=[0, 1]))


def test_a_request_of_a_member_is_struck_if_it_acknowledges_messages_of_the_partition() -> None:
    fetches = strikes(strike(request="ShareFetch", where={"partition": 1}))
    acknowledged = [(4, 9, b"\1")]
    assert strike_of(fetches, share_request(SHARE_FETCH, 1)) is None
    assert strike_of(fetches, share_request(SHARE_FETCH, 2, {0: acknowledged})) is None
    assert strike_of(fetches, share_request(SHARE_ACKNOWLEDGE, 3, {1: acknowledged})) is None
    assert strike_of(fetches, share_request(SHARE_FETCH, 4, {0: acknowledged, 1: acknowledged}))


def test_a_held_acknowledgement_of_a_lost_connection_need_not_be_sent_again() -> None:
    single = strikes(strike(request="ShareAcknowledge", until={"answered": "ShareFetch"}))
    fetch_before = sent(single, share_request(SHARE_FETCH, 1))
    hold(single, share_request(SHARE_ACKNOWLEDGE, 2, {0: [(4, 9, b"\1")]}))
    assert not single.is_release(fetch_before)
    assert single.is_release(sent(single, share_request(SHARE_FETCH, 3)))


def test_a_held_request_goes_on_once_although_more_answers_come_in_its_delay() -> None:
    single = strikes(strike(client="leave", until={"answered": "Produce", "delay_ms": 20}))
    hold(single, ABORT)
    assert single.is_release(sent(single, request(PRODUCE, 9)))
    assert not single.is_release(sent(single, request(PRODUCE, 10)))


def test_the_answer_to_a_request_of_another_partition_lets_no_held_request_go_on() -> None:
    of_abort = strikes(strike(client="leave", until={"answered": "Produce", "partition": 1}))
    hold(of_abort, ABORT)
    assert not of_abort.is_release(sent(of_abort, produce(5, partitions=[0])))
    assert of_abort.is_release(sent(of_abort, produce(6, partitions=[1])))


def test_the_nth_match_is_struck_and_nothing_else_while_a_request_is_held() -> None:
    of_second = strikes(strike(where={"outcome": "abort", "nth": 2}))
    assert strike_of(of_second, ABORT) is None
    assert strike_of(of_second, COMMIT) is None
    assert strike_of(of_second, ABORT)
    two = strikes(strike(), strike())
    hold(two, ABORT)
    assert strike_of(two, COMMIT) is None
    two.take_answer(two.struck[0], 0)
    assert strike_of(two, COMMIT)


def test_a_request_of_a_transaction_is_struck_by_its_number_and_a_repeated_end_counts_once() -> None:
    of_third = strikes(strike(request="Produce", where={"transaction": 3, "partition": 1}))
    for commit in (2, 4):
        assert strike_of(of_third, produce(1, partitions=[1])) is None
        sent(of_third, produce(1, partitions=[1]))
        for _ in range(2):  # the client has lost the connection, and sends the request again
            assert not answered(of_third, end_txn(commit, commits=True), 0)
        answered(of_third, end_txn(9, commits=True), 51)  # refused
    assert strike_of(of_third, produce(5, partitions=[0])) is None
    assert strike_of(of_third, produce(6, partitions=[1]))


def test_a_held_request_waits_for_an_answer_of_the_transaction_that_is_named() -> None:
    of_abort = strikes(strike(where={"transaction": 1}, until={"answered": "Produce", "transaction": 2}))
    sent(of_abort, produce(1, partitions=[0]))
    hold(of_abort, ABORT)
    assert not answered(of_abort, ABORT, 0)  # sent again
    assert of_abort.is_release(sent(of_abort, produce(3, partitions=[0])))
    of_third = strikes(strike(until={"answered": "Produce", "transaction": 3}))
    hold(of_third, ABORT)
    answered(of_third, ABORT, 0)
    assert not of_third.is_release(sent(of_third, produce(3, partitions=[0])))


def test_a_held_request_goes_on_after_it_was_sent_again_and_the_next_request_was_answered() -> None:
    single = strikes(strike())
    held = hold(single, ABORT)
    assert not single.is_release(sent(single, request(PRODUCE, 9)))  # the request was not sent again
    single.is_release(sent(single, end_txn(11, commits=True)))  # this ends another transaction
    single.is_release(sent(single, end_txn(12, commits=False, epoch=5)))  # and this, too
    assert held.again_answered_ns is None
    sent_before = sent(single, request(PRODUCE, 10))
    assert not single.is_release(sent(single, end_txn(11, commits=False)))  # this is the same request
    assert not single.is_release(sent_before)
    assert single.is_release(sent(single, request(PRODUCE, 12)))


def test_a_client_that_keeps_its_connection_does_not_send_the_request_again() -> None:
    single = strikes(strike(client="leave"))
    sent_before = sent(single, request(PRODUCE, 9))
    hold(single, ABORT)
    assert not single.is_release(sent_before)
    assert single.is_release(sent(single, request(PRODUCE, 10)))
    of_message = strikes(strike(request="Produce", until={"answered": "EndTxn"}))
    hold(of_message, request(PRODUCE, 1))
    assert not of_message.is_release(sent(of_message, request(PRODUCE, 2)))
    assert of_message.is_release(sent(of_message, ABORT))  # although the client has given the message up


def test_a_held_request_goes_on_after_the_delay_and_has_a_record() -> None:
    single = strikes(strike(until={"answered": "Produce", "delay_ms": 20}))
    held = hold(single, ABORT)
    asyncio.run(single.release())
    single.take_answer(held, 48)
    assert held.released_ns
    assert held.answered_ns
    assert held.struck_ns + 20_000_000 <= held.released_ns < held.answered_ns
    assert (held.broker, held.header.correlation_id, held.error_code) == (2, 1, 48)
    assert held.content
    assert (held.content.producer_id, held.content.producer_epoch, held.content.outcome) == (7, 4, "abort")
    assert single.complete == 1
