"""Say how many mutants the tests noticed, and fail if the number is too small: ``make test-mutations``."""

import json
import sys
from pathlib import Path

COUNTS = Path("mutants/mutmut-cicd-stats.json")
"""What ``mutmut export-cicd-stats`` writes."""

LEAST_PERCENT = 95.0
"""The share of mutants that must be noticed. Some mutants behave like the rules, so no test notices them."""


def main() -> None:
    counts = json.loads(COUNTS.read_text(encoding="utf-8"))
    noticed = counts["killed"] + counts["timeout"]
    tried = noticed + counts["survived"] + counts["suspicious"] + counts["no_tests"]
    percent = 100 * noticed / max(tried, 1)
    print(f"{noticed} of {tried} mutants were noticed ({percent:.1f} %; {LEAST_PERCENT:g} % at least)")
    sys.exit(percent < LEAST_PERCENT)


if __name__ == "__main__":
    main()
