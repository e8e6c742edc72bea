import pytest

from include.scenarios.registry import SCENARIOS
from include.scenarios.semantics.registry import transactional_semantics
from tests.matrix.conftest import VALID, Refusal


def test_an_unknown_key_gets_a_suggestion(refusal: Refusal) -> None:
    assert refusal("repetitions", "repititions") == (
        "small.yaml:1: repetitions: is missing\n"
        "small.yaml:9: repititions: is not a key of an experiment; did you mean repetitions?"
    )


def test_a_setting_among_the_keys_is_refused_with_its_right_place(refusal: Refusal) -> None:
    assert refusal("repetitions: 2", "linger_ms: 5\nrepetitions: 2") == (
        "small.yaml:9: linger_ms: is a setting, not a key; move it below constants or, with its levels, "
        "below factors"
    )


def test_the_name_is_not_a_key(refusal: Refusal) -> None:
    assert refusal("title", "name: x\ntitle") == (
        "small.yaml:1: name: is not a key; the name of the file is the name of the experiment"
    )


def test_an_unknown_factor_gets_a_suggestion(refusal: Refusal) -> None:
    assert refusal("transaction_ms:", "transaction_msec:") == (
        "small.yaml:6: transaction_msec: the delivery scenario has no such setting; "
        "did you mean transaction_ms?"
    )


def test_an_unknown_level_gets_a_suggestion(refusal: Refusal) -> None:
    message = refusal("at-least-once", "at-least-one")
    assert message.startswith(
        "small.yaml:5: semantics: there is no semantics 'at-least-one'; choose from at-most-once, "
    )
    assert message.endswith("; did you mean at-least-once?")


def test_an_unknown_scenario_gets_a_suggestion(refusal: Refusal) -> None:
    assert refusal("delivery", "delivry") == (
        f"small.yaml:3: scenario: there is no scenario 'delivry'; choose from {', '.join(SCENARIOS)}; "
        "did you mean delivery?"
    )


def test_a_level_is_refused_with_its_own_line(refusal: Refusal) -> None:
    levels = "transaction_ms: [10]\n  message_bytes:\n    - 128\n    - 16"
    assert refusal("transaction_ms: [10, 100]", levels) == (
        "small.yaml:9: message_bytes: 16 is smaller than the 28-byte header"
    )


def test_too_few_replicas_for_the_semantics_are_refused(refusal: Refusal) -> None:
    assert refusal("messages: 500", "replication: 1") == (
        "small.yaml:8: replication: 1 is below min_insync_replicas, which is 2"
    )


@pytest.mark.parametrize(
    ("level", "message"),
    [
        ("'500'", "'500' should be a whole number"),
        ("true", "true should be a whole number"),
        ("1.5", "1.5 should be a whole number"),
        ("", "nothing should be a whole number"),
        ("2020-01-01", "'2020-01-01' should be a whole number"),
        ("[1, 2]", "should be a single number or word, not a collection"),
        ("0", "0 should be greater than or equal to 1"),
    ],
)
def test_a_constant_of_the_wrong_kind_is_refused(refusal: Refusal, level: str, message: str) -> None:
    assert refusal("messages: 500", f"messages: {level}") == f"small.yaml:8: messages: {message}"


@pytest.mark.parametrize("rate", ["unthrotled", "-5", ".inf", ".nan", "false"])
def test_a_rate_is_a_number_or_unthrottled(refusal: Refusal, rate: str) -> None:
    message = refusal("messages: 500", f"rate: {rate}")
    assert message.startswith("small.yaml:8: rate: ")
    assert "should be 'unthrottled' or " in message


def test_an_empty_factor_is_refused(refusal: Refusal) -> None:
    assert refusal("[10, 100]", "[]") == (
        "small.yaml:6: transaction_ms: has no levels; give at least one level, or remove the factor"
    )


def test_a_factor_without_a_list_is_refused(refusal: Refusal) -> None:
    assert refusal("[10, 100]", "10") == (
        "small.yaml:6: transaction_ms: 10 should be a list of levels, such as [128, 1024]"
    )


def test_factors_that_are_a_list_are_refused(refusal: Refusal) -> None:
    assert "small.yaml:7: constants: [500] should be settings, each on a line of its own below" in refusal(
        "constants:\n  messages: 500", "constants: [500]"
    )


def test_a_setting_that_is_a_number_is_refused(refusal: Refusal) -> None:
    assert refusal("messages: 500", "5: 500").startswith("small.yaml:7: constants: 5 should be text")


def test_a_repeated_key_is_refused(refusal: Refusal) -> None:
    assert refusal("seed: 7", "seed: 7\nseed: 8") == (
        "small.yaml:11: not valid YAML: while constructing a mapping, "
        'found duplicate key "seed" with value "8" (original value: "7")'
    )


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


def test_a_setting_that_is_a_factor_and_a_constant_is_refused(refusal: Refusal) -> None:
    assert refusal("messages: 500", "transaction_ms: 50") == (
        "small.yaml:8: transaction_ms: is a factor too; remove it from the factors or from the constants"
    )


def test_a_level_that_occurs_twice_is_refused(refusal: Refusal) -> None:
    assert refusal("[10, 100]", "[10, 100, 10.0]") == (
        "small.yaml:6: transaction_ms: the level 10.0 occurs twice; remove one of the two"
    )


@pytest.mark.parametrize(("kind", "line"), [("factors", 6), ("constants", 8)])
def test_a_transaction_time_without_transactions_is_refused(refusal: Refusal, kind: str, line: int) -> None:
    text = VALID.replace(", exactly-once", "")
    if kind == "constants":
        text = text.replace("transaction_ms: [10, 100]", "partitions: [1]").replace(
            "messages: 500", "transaction_ms: 9"
        )
    assert refusal(text=text) == (
        f"small.yaml:{line}: transaction_ms: only has a meaning with semantics: "
        f"{' or '.join(transactional_semantics())}, which no treatment has"
    )


def test_semantics_must_be_chosen(refusal: Refusal) -> None:
    message = refusal(
        "semantics: [at-least-once, exactly-once]\n  transaction_ms: [10, 100]", "partitions: [1]"
    )
    assert message == "small.yaml:4: semantics: is missing; set it as a factor or a constant"


def test_too_many_cells_are_refused(refusal: Refusal) -> None:
    assert refusal("repetitions: 2", "repetitions: 3334") == (
        "small.yaml:9: repetitions: 3334 repetitions of every treatment are more than 10,000 cells; "
        "if that is intended, allow it with `most_cells: N`"
    )


def test_a_huge_product_of_factors_is_refused_without_being_enumerated(refusal: Refusal) -> None:
    levels = list(range(1, 300))
    factors = f"batch_bytes: {levels}\n  partitions: {levels}\n  fetch_min_bytes: {levels}"
    assert "are more than 10,000 cells" in refusal("transaction_ms: [10, 100]", factors)


def test_a_release_of_another_form_is_refused(refusal: Refusal) -> None:
    assert refusal("seed: 7", "seed: 7\nrelease: '4.3'") == (
        "small.yaml:11: release: '4.3' does not have the form of a release, such as 4.4.0"
    )


def test_a_release_that_yaml_reads_as_a_number_is_refused_with_an_explanation(refusal: Refusal) -> None:
    assert refusal("seed: 7", "seed: 7\nrelease: 4.3") == (
        "small.yaml:11: release: 4.3 should be text (in quotes if it looks like a number)"
    )


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


def test_the_load_is_not_reported_beside_the_wrong_rate_it_follows_from(refusal: Refusal) -> None:
    message = refusal("messages: 500", "rate: fast")
    assert message == "small.yaml:8: rate: 'fast' should be 'unthrottled' or a number"


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
