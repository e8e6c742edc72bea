import pytest

from tests.matrix.conftest import VALID, Refusal

STRUCK = """\
  messages: 500
  rate: 100
  fault: strike-request
  abort_percent: 50
  strike:
    - request: EndTxn
      where: {outcome: abort}
      act: hold
      client: cut
      until: {answered: Produce}
"""


def file_with(strike: str = STRUCK, semantics: str = "exactly-once") -> str:
    """An experiment's file of one semantics with these constants."""
    text = VALID.replace("at-least-once, exactly-once", semantics)
    return text.replace("  messages: 500\n", strike)


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("request: EndTxn", "request: EndTxm", 13, "request: 'EndTxm' should be 'Produce', 'InitProducerId'"),
        ("act: hold", "act: holt", 15, "act: 'holt' should be 'hold', 'delay', 'duplicate', 'drop' or 'pas"),
        ("act: hold", "act: holt", 15, "; did you mean hold?"),
        ("act: hold", "act: delay", 13, "until: act: delay has no event after which the request goes on"),
        ("client: cut", "client: cut\n      delay_ms: 9", 13, "delay_ms: only act: delay, answer: hold and"),
        (
            "client: cut",
            "client: cut\n      answer: hold",
            13,
            "answer: hold is possible only with act: pass and client: l",
        ),
        ("Produce}", "InitProducerId, transaction: 2}", 13, "until.transaction: only Produce and EndTxn"),
        ("client: cut", "client: cut\n      answer: NOT_ENOUGH_REPLICAS", 13, "is an answer to Produce, not"),
        ("client: cut", "client: cut\n      answer: CONCURRENT_TRANSACTIONS", 13, "needs act: drop and"),
        ("answered: Produce", "answered: Produced", 17, "answered: 'Produced' should be 'Produce', "),
        ("act: hold", "acts: hold", 15, "acts: is not a key of strike; remove it, or correct its name"),
        ("client: cut", "client: leave\n      answer: drop", 13, "synthetic: should be true with client: l"),
        ("act: hold", "act: drop", 13, "until: act: drop has no event after which the request goes on"),
        ("outcome: abort", "nth: 0", 14, "nth: 0 should be greater than 0"),
        ("request: EndTxn", "request: Produce", 13, "where.outcome: only EndTxn demands an outcome, not"),
        ("outcome: abort", "partition: 0", 13, "where.partition: only Produce has messages of a partition"),
        ("Produce}", "Produce, partition: 99}", 10, "waits for partition 99, and the topic has the partit"),
    ],
)
def test_a_wrong_term_is_refused(refusal: Refusal, old: str, new: str, line: int, problem: str) -> None:
    message = refusal(old, new, file_with())
    assert f"small.yaml:{line}: " in message
    assert problem in message


@pytest.mark.parametrize(
    ("terms", "problem"),
    [
        ("act: duplicate", "synthetic: should be true with act: duplicate, because TCP delivers once"),
        ("act: delay", "delay_ms: act: delay needs a time in ms"),
    ],
)
def test_a_strike_without_an_event_needs_its_own_terms(refusal: Refusal, terms: str, problem: str) -> None:
    struck = STRUCK.replace("act: hold", terms).replace("      until: {answered: Produce}\n", "")
    assert problem in refusal("seed: 7", "seed: 7", file_with(struck))


def test_a_strike_on_an_answer_that_nobody_asks_for_is_refused(refusal: Refusal) -> None:
    struck = STRUCK.replace("  abort_percent: 50\n", "").replace("request: EndTxn", "request: Produce")
    struck = struck.replace("      where: {outcome: abort}\n", "")
    text = file_with(struck, "at-most-once")
    assert "for which a producer with acks=0 does not ask" in refusal("seed: 7", "seed: 7", text)


def test_a_strike_that_java_does_not_bear_is_refused(refusal: Refusal) -> None:
    struck = STRUCK.replace("      act: hold\n", "").replace("      until: {answered: Produce}\n", "")
    struck = struck.replace("client: cut", "act: drop\n      client: leave\n      synthetic: true")
    text = file_with(struck).replace(
        "constants:\n", "constants:\n  client: java\n  lead_in_seconds: 2\n  fault_after: 0.5\n"
    )
    assert "java-4.4.0 needs an answer to every request of a connection" in refusal(
        "seed: 7", "seed: 7", text
    )
