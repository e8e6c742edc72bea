from include.folders import ROOT
from include.metrics.documentation import page

HINT = "run .venv/bin/python -m include.metrics.documentation > docs/metrics.md"


def test_the_page_of_metrics_is_the_one_that_is_generated() -> None:
    assert (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8") == page(), HINT
