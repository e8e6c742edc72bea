import pandas as pd

from include.report.sections.recovery import windows_text

WINDOW = {"target": "broker 2", "began": 1.5, "ended": 4.0}


def test_a_fault_of_a_network_is_shown_with_its_packets() -> None:
    dropped = pd.DataFrame([{**WINDOW, "packets_seen": 1_200, "packets_dropped": 36}])
    assert windows_text(dropped) == "broker 2 (36 of 1,200 packets dropped, 3.00%), 1.50 to 4.00 s"
    delayed = pd.DataFrame([{**WINDOW, "packets_seen": 1_200, "packets_dropped": None}])
    assert windows_text(delayed) == "broker 2 (1,200 packets met the fault), 1.50 to 4.00 s"


def test_other_faults_are_shown_without_packets() -> None:
    counted = pd.DataFrame([{**WINDOW, "packets_seen": None, "packets_dropped": None}])
    assert windows_text(counted) == "broker 2, 1.50 to 4.00 s"
    former_results = pd.DataFrame([WINDOW])
    assert windows_text(former_results) == "broker 2, 1.50 to 4.00 s"
