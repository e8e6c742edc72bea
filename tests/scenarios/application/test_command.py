from include.scenarios.application.command import filled


def test_other_words_in_braces_stay() -> None:
    assert filled('{"topic": "{input_topic}", "x": {y}}', {"input_topic": "t"}) == '{"topic": "t", "x": {y}}'
