"""No secret that someone has written into an experiment, or into its overrides, is shown or planned."""

import pytest

from tests.plan.conftest import FILES, Refusal


@pytest.mark.parametrize(
    "line",
    [
        "producer_settings: {sasl.password: hush-5}",
        "consumer_settings: {sasl.jaas.config: hush-5}",
        "producer_settings: sasl.password=hush-5",
        "producer_settings: {acks: Abc+/Def9/hush-5/Xyz0123}",
        "consumer_settings: {isolation.level: Abc+/Def9/hush-5/Xyz0123}",
        "producer_settings: [{sasl.password: hush-5}]",
        "sasl.password: hush-5",
        "rate: {sasl.password: hush-5}",
        "rate: a sasl.password=hush-5",
        "rate: 5\n  rate: hush-5",
        "rate: *hush-5",
        "rate: !hush-5 x",
        'rate: "\\ud800hush-5"',
    ],
)
def test_a_secret_in_the_constants_is_refused_and_not_shown(line: str, refusal: Refusal) -> None:
    message = refusal("rate: 100", line, FILES["paced"])
    assert message.startswith("small.yaml:")
    assert "hush" not in message


@pytest.mark.parametrize(
    "lines",
    [
        "brokers: {ssl.keystore.password: hush-5}",
        "arms: {a: {brokers: {listener.name.x.sasl.jaas.config: hush-5}}}",
        "arms: {a: {brokers: [ssl.key.password=hush-5]}}",
        "factors: {sasl.password: [hush-5, hush-5]}",
        "reference: {sasl.password: hush-5}",
    ],
)
def test_a_secret_elsewhere_is_refused_and_not_shown(lines: str, refusal: Refusal) -> None:
    message = refusal("seed: 7", f"seed: 7\n{lines}", FILES["paced"])
    assert message.startswith("small.yaml:")
    assert "hush" not in message


def test_a_secret_in_an_arm_of_the_command_is_refused_and_not_shown(refusal: Refusal) -> None:
    for arm in ("ssl.key.password=hush-5", "ssl.key.password hush-5", "linger_ms=sasl.password hush-5"):
        message = refusal(text=FILES["paced"], baseline="linger_ms=5", candidate=arm)
        assert message.startswith("parameters: ")
        assert "hush" not in message
