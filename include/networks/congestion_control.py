"""TCP's congestion control in a network namespace."""

import re

from include.networks.namespace import DEVICE, Namespace, checked


def control_congestion(namespace: Namespace, name: str | None) -> None:
    """Set TCP's congestion control for new connections; None: the congestion control of this machine.

    It is set on the route. As a setting of the namespace, the kernel would accept only those that any
    user may choose (Documentation/networking/ip-sysctl, tcp_allowed_congestion_control).

    Raises:
        PlatformError: the kernel does not have this congestion control.
    """
    routes = checked(namespace, "ip", "-4", "route", "show", "dev", DEVICE, "scope", "link").splitlines()
    for route in routes:
        network, source = re.findall(r"^\S+|(?<= src )\S+", route)
        chosen = ["congctl", name] if name else []
        checked(namespace, "ip", "route", "replace", network, "dev", DEVICE, "src", source, *chosen)
