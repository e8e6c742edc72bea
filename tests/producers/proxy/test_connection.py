import random
from time import monotonic

import pytest

from include.producers.proxy.frames import LARGEST_FRAME, correlation_id, read_frame
from include.producers.proxy.request_and_strike_rows import request_table
from tests.producers.proxy.played_broker import Bench, ends, passes, play, played
from tests.producers.proxy.requests import (
    FETCH,
    METADATA,
    PRODUCE,
    answer,
    end_txn,
    end_txn_answer,
    framed,
    produce,
    request,
)


@played()
async def test_frames_pass_unchanged_in_both_directions_until_one_side_ends(bench: Bench) -> None:
    client, broker = await bench.connect()
    await passes(client, broker, request(PRODUCE, 1, body=b"x" * 3_000_000))
    await passes(broker, client, answer(1, b"y" * 3_000_000))
    await passes(client, broker, request(99, 2, version=77))
    await passes(broker, client, answer(2))
    client[1].close()
    assert await ends(broker)
    client, broker = await bench.connect()
    broker[1].close()
    assert await ends(client)


@played({"request": "EndTxn", "where": {"outcome": "abort"}})
async def test_a_held_request_outlives_its_connection_and_joins_the_next_transaction(bench: Bench) -> None:
    client, coordinator = await bench.connect()
    client[1].write(end_txn(1, commits=False))
    assert await ends(client)  # the client's side is cut, and the broker has seen nothing
    again, its_coordinator = await bench.connect()
    await passes(again, its_coordinator, end_txn(1, commits=False))
    await passes(its_coordinator, again, end_txn_answer(1))
    producing, leader = await bench.connect()
    await passes(producing, leader, request(PRODUCE, 5))
    leader[1].write(answer(5))
    assert await read_frame(coordinator[0]) == end_txn(1, commits=False)  # late, on the old connection
    assert bench.strikes.held
    coordinator[1].write(end_txn_answer(1, error_code=51))
    assert await read_frame(producing[0]) == answer(5)  # the client's answer had to wait for it
    assert await ends(coordinator)
    assert [struck.error_code for struck in bench.strikes.struck] == [51]
    assert bench.changes == 2


@played({"request": "Produce", "client": "leave"})
async def test_requests_before_and_after_a_held_one_are_answered(bench: Bench) -> None:
    client, broker = await bench.connect()
    await passes(client, broker, request(FETCH, 1))
    client[1].write(request(PRODUCE, 2))
    await passes(client, broker, request(FETCH, 3))
    await passes(broker, client, answer(1))
    await passes(broker, client, answer(3))


@played({"request": "Produce", "client": "leave"})
async def test_a_request_may_be_held_behind_a_later_one_of_its_connection(bench: Bench) -> None:
    client, broker = await bench.connect()
    client[1].write(request(PRODUCE, 1))
    await passes(client, broker, request(PRODUCE, 2))
    await passes(broker, client, answer(2))
    assert await read_frame(broker[0]) == request(PRODUCE, 1)
    await passes(broker, client, answer(1))
    assert bench.strikes.complete == 1


@pytest.mark.parametrize("dropped", ["request", "answer"])
def test_what_is_dropped_never_arrives_and_what_follows_does(dropped: str) -> None:
    async def part(bench: Bench) -> None:
        client, broker = await bench.connect()
        client[1].write(request(PRODUCE, 1))
        if dropped == "answer":
            assert await read_frame(broker[0]) == request(PRODUCE, 1)
            broker[1].write(answer(1))
        await passes(client, broker, request(PRODUCE, 2))
        await passes(broker, client, answer(2))
        assert bench.strikes.complete == 1

    act = {"act": "drop"} if dropped == "request" else {"act": "pass", "answer": "drop"}
    play(part, {"request": "Produce", "client": "leave", "synthetic": True, **act})


def test_an_error_takes_its_place_among_the_answers_while_the_next_request_waits() -> None:
    async def part(bench: Bench) -> None:
        client, broker = await bench.connect()
        await passes(client, broker, produce(1, partitions=[0]))
        client[1].write(produce(2, partitions=[1]) + produce(3, partitions=[1]))
        await passes(broker, client, answer(1))
        assert correlation_id(await read_frame(client[0]) or b"") == 2
        assert await read_frame(broker[0]) == produce(3, partitions=[1])
        (struck,) = bench.strikes.struck
        assert struck.is_complete
        assert struck.error_code == 19
        assert (struck.answered_ns or 0) - struck.struck_ns >= 20_000_000

    refused = {"request": "Produce", "where": {"partition": 1}, "act": "drop", "client": "leave"}
    play(part, {**refused, "answer": "NOT_ENOUGH_REPLICAS", "delay_ms": 20})


@played({"request": "Produce", "act": "delay", "client": "leave", "delay_ms": 20})
async def test_a_delayed_request_delays_what_follows_on_its_connection(bench: Bench) -> None:
    client, broker = await bench.connect()
    client[1].write(request(PRODUCE, 1) + request(FETCH, 2))
    assert await read_frame(broker[0]) == request(PRODUCE, 1)
    assert await read_frame(broker[0]) == request(FETCH, 2)
    await passes(broker, client, answer(1))
    (struck,) = bench.strikes.struck
    assert (struck.released_ns or 0) - struck.struck_ns >= 20_000_000
    assert struck.is_complete


@played({"request": "Produce", "act": "pass", "answer": "hold", "client": "leave", "delay_ms": 20})
async def test_an_answer_that_is_held_delays_what_follows_on_its_connection(bench: Bench) -> None:
    client, broker = await bench.connect()
    await passes(client, broker, request(PRODUCE, 1))
    await passes(client, broker, request(FETCH, 2))
    began = monotonic()
    broker[1].write(answer(1) + answer(2))
    assert await read_frame(client[0]) == answer(1)
    assert monotonic() - began >= 0.02
    assert await read_frame(client[0]) == answer(2)
    assert bench.strikes.complete == 1


@pytest.mark.parametrize("act", [{"act": "delay", "delay_ms": 20}, {"act": "pass", "answer": "drop"}])
def test_a_request_that_is_passed_on_outlives_its_connection_which_is_cut(act: dict[str, object]) -> None:
    async def part(bench: Bench) -> None:
        client, broker = await bench.connect()
        await passes(client, broker, request(PRODUCE, 1))
        assert await ends(client)
        broker[1].write(answer(1))
        assert await ends(broker)
        assert bench.strikes.complete == 1

    play(part, {"request": "Produce", "client": "cut", **act})


@played({"request": "Produce", "act": "duplicate", "client": "leave", "synthetic": True})
async def test_a_request_that_reaches_its_broker_twice_has_one_answer(bench: Bench) -> None:
    client, broker = await bench.connect()
    await passes(client, broker, request(PRODUCE, 1))
    assert await read_frame(broker[0]) == request(PRODUCE, 1)
    await passes(client, broker, request(FETCH, 2))
    await passes(broker, client, answer(1))
    broker[1].write(answer(1, b"second"))
    await passes(broker, client, answer(2))


@played({"request": "EndTxn"})
async def test_a_broker_that_dies_with_a_held_request_lets_the_client_go_on(bench: Bench) -> None:
    client, coordinator = await bench.connect()
    client[1].write(end_txn(1, commits=False))
    assert await ends(client)
    coordinator[1].close()
    again, its_coordinator = await bench.connect()
    await passes(again, its_coordinator, end_txn(1, commits=False))
    await passes(its_coordinator, again, end_txn_answer(1))
    await passes(again, its_coordinator, request(PRODUCE, 5))
    await passes(its_coordinator, again, answer(5))
    assert bench.strikes.complete == 0


@pytest.mark.parametrize("length", [-1, LARGEST_FRAME + 1])
def test_a_client_that_sends_no_frames_is_cut(length: int) -> None:
    async def part(bench: Bench) -> None:
        client, _ = await bench.connect()
        client[1].write(length.to_bytes(4, signed=True))
        assert await ends(client)

    play(part)


@played({"request": "EndTxn", "where": {"outcome": "commit"}})
async def test_broken_streams_leave_the_proxy_alive(bench: Bench) -> None:
    broken = random.Random(32)
    for _ in range(200):
        client, broker = await bench.connect()
        whole = end_txn(1, commits=False, version=broken.choice([1, 5])) + request(PRODUCE, 2)
        client[1].write(whole[: broken.randrange(len(whole))])
        client[1].write(framed(broken.randbytes(broken.randrange(40))))
        broker[1].write(framed(broken.randbytes(broken.randrange(12))))
        client[1].close()
        broker[1].close()
    client, broker = await bench.connect()
    await passes(client, broker, request(FETCH, 1))


@played({"request": "Produce"})
async def test_every_request_is_logged_with_its_answer_even_if_struck_or_without_client(bench: Bench) -> None:
    client, broker = await bench.connect()
    await passes(client, broker, request(METADATA, 1))
    await passes(broker, client, answer(1, b"x" * 100))
    client[1].write(request(PRODUCE, 2))
    assert await ends(client)
    again, leader = await bench.connect()
    await passes(again, leader, request(PRODUCE, 7, body=b"next"))
    leader[1].write(answer(7))
    assert await read_frame(broker[0]) == request(PRODUCE, 2)
    broker[1].write(answer(2))
    assert await read_frame(again[0]) == answer(7)
    rows = request_table(bench.log).to_pylist()
    assert [(row["request"], row["connection"], row["correlation_id"]) for row in rows] == [
        ("Metadata", 1, 1),
        ("Produce", 1, 2),
        ("Produce", 2, 7),
    ]
    assert [row["answer_bytes"] for row in rows] == [108, 8, 8]
