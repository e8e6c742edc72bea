"""Kill the application at the moment at which it sends a request, which its broker gets or never gets.

A proxy takes the request, and the application waits for an answer that does not come. So the application is
killed between two steps of its protocol, which a random kill hits once in a thousand times.
"""

from collections.abc import Iterator

from include.faults.proxied_requests import count_of, proxy_of
from include.faults.scene import Scene
from include.faults.struck_application import application_of, strike
from include.faults.struck_application import refuses as refuses_other_cells
from include.kinds.fault import Capability, Fault, Target
from include.load.strike_acts import Act, StrikeAnswer
from include.load.strike_terms import Strike
from include.settings.fault_parameters import strikes_of
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[str]:
    """Let the proxy take the request, and kill the application when it has."""
    [terms] = strikes_of(scene.settings)
    proxy, application = proxy_of(scene, RECORD.name), application_of(scene)
    scene.supervisor.begin(proxy)
    scene.supervisor.wait_until(
        lambda: count_of(scene, proxy, "struck") == 1,
        terms.at_most_s,
        lambda: f"the application sent no {terms} that matches the strike",
    )
    strike(scene, application)
    yield f"{application} at {terms}"


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without an application, and a strike after which the application does not wait."""
    if reason := refuses_other_cells(settings):
        return reason
    strikes = strikes_of(settings)
    if len(strikes) != 1 or not _leaves_application_waiting(strikes[0]):
        return (
            "needs one strike with client: leave, synthetic: true, and act: drop (the broker never gets the "
            "request) or act: pass with answer: drop (the broker gets it)"
        )
    if strikes[0].concerns_transactions and not settings.traits.delivery.is_transactional:
        return f"strikes {strikes[0]}, which only an application with transactions sends"
    return None


def _leaves_application_waiting(terms: Strike) -> bool:
    is_lost = terms.act is Act.DROP or (terms.act is Act.FORWARD and terms.answer is StrikeAnswer.DROP)
    return is_lost and terms.leaves_a_gap


RECORD = Fault(
    "kill-application-at-request",
    "The application is killed at a request",
    Target.APPLICATION,
    Capability.PROXY,
    inject,
    refuses,
)
