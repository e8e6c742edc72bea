"""A container's device is replaced by one with its addresses and routes, without a shell."""

import json
from collections.abc import Sequence
from typing import cast

from include.containers.network import ContainerNamespace, _bridging, _insertion, _remove_links

ADDRESSES = [
    {
        "ifname": "eth0",
        "address": "02:42:ac:12:00:02",
        "addr_info": [
            {"family": "inet", "local": "172.18.0.2", "prefixlen": 16},
            {"family": "inet6", "local": "fe80::42", "prefixlen": 64},
        ],
    }
]

ROUTES = "default via 172.18.0.1 \n172.18.0.0/16 proto kernel scope link src 172.18.0.2 \n"


class OneDevice:
    """A namespace with one device, which notes what is run in it."""

    def __init__(self) -> None:
        self.ran: list[tuple[Sequence[str], str]] = []

    def run(self, command: Sequence[str], standard_input: str = "") -> tuple[int, str]:
        self.ran.append((command, standard_input))
        return 0, json.dumps(ADDRESSES) if "address" in command else ROUTES


def test_the_new_device_has_the_addresses_and_the_routes_of_the_old_one() -> None:
    assert _insertion(cast("ContainerNamespace", OneDevice()), "kafka-1") == [
        "link set dev eth0 down",
        "link set dev eth0 name out-kafka-1 netns 1",
        "link add eth0 address 02:42:ac:12:00:02 type veth peer name in-kafka-1 netns 1",
        "address add 172.18.0.2/16 broadcast + dev eth0",
        "link set eth0 gso_max_segs 1 up",
        "route add default via 172.18.0.1  dev eth0",
    ]


def test_both_ports_are_connected_with_the_bridge() -> None:
    commands = _bridging("kafka-1")
    assert commands[0].startswith("link set out-kafka-1 address 02:")
    assert commands[1:] == [
        "link add br-kafka-1 type bridge",
        "link set br-kafka-1 up",
        "link set in-kafka-1 master br-kafka-1 up",
        "link set out-kafka-1 master br-kafka-1 up",
    ]


def test_devices_are_removed_whether_or_not_they_exist() -> None:
    bridge = OneDevice()
    _remove_links(cast("ContainerNamespace", bridge), "kafka-1")
    names = ("br-kafka-1", "in-kafka-1", "out-kafka-1")
    assert bridge.ran == [
        (["ip", "-force", "-batch", "-"], "".join(f"link delete {name}\n" for name in names))
    ]
