from fnmatch import fnmatchcase

import pytest

from include.scenarios.registry import SCENARIOS
from include.scenarios.semantics.registry import transactional_semantics
from tests.matrix.conftest import VALID, Refusal


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "repetitions: 2",
            "linger_ms: 5\nrepetitions: 2",
            "9: linger_ms: is a setting, not a key; move it below*",
        ),
        (
            "title",
            "name: x\ntitle",
            "1: name: is not a key; the name of the file is the name of the experiment",
        ),
        ("transaction_ms:", "transaction_msec:", "6: transaction_msec: *; did you mean transaction_ms?"),
        ("at-least-once", "at-least-one", "5: semantics: there is no *-one'; *; did you mean at-least-once?"),
        (
            "[10, 100]",
            "[10]\n  message_bytes:\n    - 128\n    - 16",
            "9: *: 16 is smaller than the 28-byte header",
        ),
        ("messages: 500", "replication: 1", "8: replication: 1 is below min_insync_replicas, which is 2"),
        (
            "[10, 100]",
            "[]",
            "6: transaction_ms: has no levels; give at least one level, or remove the factor",
        ),
        ("[10, 100]", "10", "6: transaction_ms: 10 should be a list of levels, such as *"),
        (
            "constants:\n  messages: 500",
            "constants: [500]",
            "7: constants: ?500? should be settings, each on *",
        ),
        ("messages: 500", "5: 500", "7: constants: 5 should be text*"),
        ("seed: 7", "seed: 7\nseed: 8", '11: not valid YAML: *, found duplicate key "seed" *'),
        ("messages: 500", "transaction_ms: 50", "8: transaction_ms: is a factor too; remove it from the *"),
        ("[10, 100]", "[10, 100, 10.0]", "6: *: the level 10.0 occurs twice; remove one of the two"),
        (
            "repetitions: 2",
            "repetitions: 3334",
            "9: *: 3334 repetitions * more than 10,000 cells; *`most_cells: N`",
        ),
        ("seed: 7", "seed: 7\nrelease: '4.3'", "11: release: '4.3' does not have the form of a release, *"),
        (
            "seed: 7",
            "seed: 7\nrelease: 4.3",
            "11: release: 4.3 should be text (in quotes if it looks like a number)",
        ),
        (
            "seed: 7",
            "seed: 7\npublished: thesys",
            "11: published: 'thesys' should be 'thesis'; did you mean *",
        ),
        ("messages: 500", "rate: fast", "8: rate: 'fast' should be 'unthrottled' or a number"),
        ("messages: 500", "messages: '500'", "8: messages: '500' should be a whole number"),
        ("messages: 500", "messages: true", "8: messages: true should be a whole number"),
        ("messages: 500", "messages: 1.5", "8: messages: 1.5 should be a whole number"),
        ("messages: 500", "messages:", "8: messages: nothing should be a whole number"),
        ("messages: 500", "messages: 2020-01-01", "8: messages: '2020-01-01' should be a whole number"),
        (
            "messages: 500",
            "messages: [1, 2]",
            "8: messages: should be a single number or word, not a collection",
        ),
        ("messages: 500", "messages: 0", "8: messages: 0 should be greater than or equal to 1"),
    ],
)
def test_a_mistake_is_refused_with_its_line(refusal: Refusal, old: str, new: str, problem: str) -> None:
    assert fnmatchcase(refusal(old, new), f"small.yaml:{problem}")


def test_an_unknown_scenario_gets_a_suggestion(refusal: Refusal) -> None:
    assert refusal("delivery", "delivry") == (
        f"small.yaml:3: scenario: there is no scenario 'delivry'; choose from {', '.join(SCENARIOS)}; "
        "did you mean delivery?"
    )


@pytest.mark.parametrize("rate", ["unthrotled", "-5", ".inf", ".nan", "false"])
def test_a_rate_is_a_number_or_unthrottled(refusal: Refusal, rate: str) -> None:
    message = refusal("messages: 500", f"rate: {rate}")
    assert message.startswith("small.yaml:8: rate: ")
    assert "should be 'unthrottled' or " in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: [1,\n", "small.yaml:2: not valid YAML: while parsing a flow node, "),
        ("title:\n\t- 1\n", "small.yaml:2: not valid YAML: while scanning for the next token, "),
        ("title: !thing 1\n", "small.yaml:1: not valid YAML: "),
        ("title: \x00\n", "small.yaml:1: not valid YAML: unacceptable character"),
        ("title: 1\n---\ntitle: 2\n", "small.yaml:2: not valid YAML: expected a single document"),
        ("just words\n", "small.yaml:1: should contain keys and values"),
        ("", "small.yaml:1: should contain keys and values"),
    ],
)
def test_a_file_that_is_not_a_yaml_mapping_is_refused(refusal: Refusal, text: str, message: str) -> None:
    assert refusal(text=text).startswith(message)


@pytest.mark.parametrize(
    ("factor", "constant", "line"),
    [("transaction_ms: [10, 100]", "messages: 500", 6), ("partitions: [1]", "transaction_ms: 9", 8)],
)
def test_a_transaction_time_without_transactions_is_refused(
    refusal: Refusal, factor: str, constant: str, line: int
) -> None:
    text = VALID.replace(", exactly-once", "").replace("transaction_ms: [10, 100]", factor)
    assert refusal("messages: 500", constant, text) == (
        f"small.yaml:{line}: transaction_ms: only has a meaning with semantics: "
        f"{' or '.join(transactional_semantics())}, which no treatment has"
    )


def test_semantics_must_be_chosen(refusal: Refusal) -> None:
    factors = "semantics: [at-least-once, exactly-once]\n  transaction_ms: [10, 100]"
    message = "small.yaml:4: semantics: is missing; set it as a factor or a constant"
    assert refusal(factors, "partitions: [1]") == message


def test_a_huge_product_of_factors_is_refused_without_being_enumerated(refusal: Refusal) -> None:
    levels = list(range(1, 300))
    factors = f"batch_bytes: {levels}\n  partitions: {levels}\n  fetch_min_bytes: {levels}"
    assert "are more than 10,000 cells" in refusal("transaction_ms: [10, 100]", factors)


def test_ids_too_long_for_a_folder_are_refused(refusal: Refusal) -> None:
    names = ["fetch_partition_bytes: [5000]", "fetch_max_bytes: [1000000]", "fetch_min_bytes: [1]"]
    names += ["fetch_wait_ms: [500]", "compression: [none]", "filler: [random]", "consumers: [1]"]
    names += ["partitions: [9]", "replication: [3]", "linger_ms: [0]", "batch_bytes: [16384]"]
    message = refusal("transaction_ms: [10, 100]", "\n  ".join(names))
    assert message.startswith("small.yaml:4: factors: the ids of treatments have up to ")


def test_all_problems_are_reported_at_once_in_the_order_of_the_file(refusal: Refusal) -> None:
    text = VALID.replace("repetitions: 2", "repetitions: 0").replace("[10, 100]", "[-10, 100]")
    assert refusal("title: A title", "titel: A title", text) == (
        "small.yaml:1: titel: is not a key of an experiment; did you mean title?\n"
        "small.yaml:1: title: is missing\n"
        "small.yaml:6: transaction_ms: -10 should be greater than 0\n"
        "small.yaml:9: repetitions: 0 should be greater than or equal to 1"
    )


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("fault: kill-producer\n  rate: 100", "should be 1, because kill-producer strikes one"),
        ("wire_log: true", "should be 1, because wire_log follows one"),
        ("producer_settings: {transactional.id: t}", "should be 1, because a transactional.id of producer_s"),
    ],
)
def test_what_several_producers_cannot_share_is_refused(refusal: Refusal, setting: str, problem: str) -> None:
    message = refusal("messages: 500", f"messages: 500\n  producers: 4\n  {setting}")
    assert f"producers: 4 {problem}" in message
