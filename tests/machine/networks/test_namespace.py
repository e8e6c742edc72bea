from collections.abc import Iterator

import pytest

from include.machine.errors import PlatformError
from include.machine.networks.cluster_namespaces import Namespaces
from include.machine.networks.namespace import Namespace, change_links, change_rules, checked, namespace_of

pytestmark = pytest.mark.needs("network-namespaces")


@pytest.fixture
def broker(namespaces: Namespaces) -> Iterator[Namespace]:
    """A namespace without rules, also after the test."""
    namespace = namespace_of(namespaces.brokers[1])
    yield namespace
    change_rules(namespace, ["-F", "-X"])


def test_rules_are_added_in_their_order(broker: Namespace) -> None:
    change_rules(broker, ["-N counted", "-A counted -j DROP", "-A INPUT -s 192.0.2.1 -j counted"])
    rules = checked(broker, "iptables", "-w", "-S").splitlines()
    assert rules[3:] == ["-N counted", "-A INPUT -s 192.0.2.1/32 -j counted", "-A counted -j DROP"]


def test_no_rule_is_added_if_one_is_refused_and_it_is_named(broker: Namespace) -> None:
    change_rules(broker, ["-N counted"])
    with pytest.raises(PlatformError, match=r"^iptables-restore --noflush --wait: -N counted: .*exists"):
        change_rules(broker, ["-N other", "-N counted"])
    assert "other" not in checked(broker, "iptables", "-w", "-S")
    with pytest.raises(PlatformError, match=r"\*filter; -A INPUT -j absent; COMMIT: .*absent"):
        change_rules(broker, ["-A INPUT -j absent"])  # the kernel names none


def test_the_rules_of_another_table_are_changed(broker: Namespace) -> None:
    change_rules(broker, ["-A FORWARD -j ACCEPT"], "mangle")
    assert "-A FORWARD -j ACCEPT" in checked(broker, "iptables", "-w", "-t", "mangle", "-S")
    change_rules(broker, ["-F FORWARD"], "mangle")
    assert "-A FORWARD" not in checked(broker, "iptables", "-w", "-t", "mangle", "-S")


def test_commands_of_ip_end_at_the_one_that_fails_and_are_none_of_a_shell(broker: Namespace) -> None:
    commands = ["link set lo down", "link set absent up", "link set lo up"]
    with pytest.raises(PlatformError, match=r"^ip -batch -: link set absent up: Cannot find device"):
        change_links(broker, commands)
    assert "LOOPBACK,UP" not in checked(broker, "ip", "link", "show", "lo")
    change_links(broker, ["link set lo up"])
    with pytest.raises(PlatformError, match=r'Object "\$\(true\)" is unknown'):
        change_links(broker, ["$(true) link"])
