"""Strike requests of a client on their way to the brokers, as the setting ``strike`` specifies.

A proxy holds a request while the client goes on, and the request reaches its broker later. In a real
network, the same happens if a packet of the request is late and the client has given up the connection. The
proxy can also delay, drop or repeat a request, or answer it with an error in place of the broker.
"""

from collections.abc import Iterator

from include.faults.proxied_requests import count_of, proxy_of
from include.faults.scene import Scene
from include.faults.struck_group import refuses_without_share_group
from include.kinds.fault import Capability, Fault, Target
from include.load.strike_terms import Strike
from include.settings.fault_parameters import strikes_of
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[str]:
    """Let the proxy strike matching requests from now on.

    At the end, wait until every strike is complete.

    Raises:
        FaultError: The cell has no proxy.
    """
    strikes = strikes_of(scene.settings)
    proxy = proxy_of(scene, RECORD.name)
    scene.supervisor.begin(proxy)
    yield ", then ".join(map(str, strikes))
    scene.supervisor.wait_until(
        lambda: count_of(scene, proxy, "complete") == len(strikes),
        sum(strike.at_most_s for strike in strikes),
        lambda: _what_is_missing(scene, proxy, strikes),
    )


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without strikes, or with a strike that is impossible in the cell."""
    strikes = strikes_of(settings)
    if not strikes:
        return "needs the setting strike, which lists the requests to strike"
    if len({strike.of for strike in strikes}) > 1:
        return (
            "strikes requests of clients and of brokers; divide the cell into two, because it has one proxy"
        )
    problems = (_problem(strike, settings) for strike in strikes)
    return next((problem for problem in problems if problem), None)


def _problem(strike: Strike, settings: KafkaCellSettings) -> str | None:
    """The reason why a strike is impossible in a cell; None if it is possible."""
    has_share_group = refuses_without_share_group(settings) is None
    for request in strike.requests:
        if request.is_of_share_groups and not has_share_group:
            return f"names {request}, which only a member of a share group sends"
        if has_share_group and not request.is_of_share_groups:
            return f"names {request}; only requests of members can be struck, ShareFetch and ShareAcknowledge"
    if strike.concerns_transactions and not settings.traits.delivery.is_transactional:
        return f"strikes {strike}, which only a producer with transactions sends"
    is_of_producer = not (strike.request.is_of_share_groups or strike.is_between_brokers)
    if strike.needs_an_answer and is_of_producer and settings.traits.delivery.is_acknowledged_by_client:
        return f"waits for the answer to {strike}, and a producer with acks=0 requests no answer"
    if strike.needs_aborts and not settings.abort_percent:
        return f"strikes {strike}, and abort_percent is 0, so that no transaction is aborted"
    if missing := sorted(part for part in strike.partitions if part >= settings.partitions):
        last = settings.partitions - 1
        return f"waits for partition {missing[0]}, and the topic has the partitions 0 to {last}"
    return None


def _what_is_missing(scene: Scene, proxy: str, strikes: list[Strike]) -> str:
    complete, met = count_of(scene, proxy, "complete"), count_of(scene, proxy, "struck")
    if met < len(strikes):
        return f"no {strikes[met].request} request matched strike {met + 1}"
    return f"{met - complete} of {met} struck requests were not answered by their broker"


RECORD = Fault("strike-request", "Requests are struck", Target.REQUEST, Capability.PROXY, inject, refuses)
