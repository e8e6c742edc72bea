import pandas as pd
import pytest

from include.report.sections.recovery import windows_text

WINDOW = {"target": "broker 2", "began": 1.5, "ended": 4.0}


@pytest.mark.parametrize(
    ("packets", "of_network"),
    [
        ({"packets_seen": 1_200, "packets_dropped": 36}, " (36 of 1,200 packets dropped, 3.00%)"),
        ({"packets_seen": 1_200, "packets_dropped": None}, " (1,200 packets met the fault)"),
        ({"packets_seen": None, "packets_dropped": None}, ""),
        ({}, ""),
    ],
)
def test_a_fault_of_a_network_is_shown_with_its_packets(packets: dict[str, object], of_network: str) -> None:
    assert windows_text(pd.DataFrame([{**WINDOW, **packets}])) == f"broker 2{of_network}, 1.50 to 4.00 s"
