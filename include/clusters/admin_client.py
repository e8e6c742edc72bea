"""Send requests to the brokers with an admin client, and repeat lost requests."""

import time
from collections.abc import Callable

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient

from include.clusters.cluster import Access

ATTEMPT_SECONDS = 10.0
"""The maximum time that one client has for a request. After this time, a new client repeats the request."""

CLIENT_SETTINGS = {
    "socket.timeout.ms": "5000",
    # A broker that is starting refuses connections: retry soon, and log nothing.
    "reconnect.backoff.ms": "20",
    "reconnect.backoff.max.ms": "100",
    "log_level": "0",
    # A metadata request must not create the topic. Some brokers would create it.
    "allow.auto.create.topics": "false",
}


def admin(access: Access) -> AdminClient:
    """An admin client that logs nothing."""
    return AdminClient({**CLIENT_SETTINGS, **access.settings})


def request_until_answered(
    request: Callable[[float], None], done: int, deadline: float, check: Callable[[], None] = lambda: None
) -> None:
    """Make a request, and repeat it with a new client as long as the client loses the request.

    A client can lose a request in two ways. When it replaces its bootstrap addresses by the addresses of the
    brokers, it loses the requests to the bootstrap addresses. And if it asks a starting broker for the
    controller, it may wait forever for a controller that does not exist.

    Args:
        request: Makes the request with a new client, within the given seconds.
        done: The error code of a repeated request if an earlier request has succeeded but its answer was
            lost.
        deadline: Seconds from now.
        check: Called before each repetition; raises an error if there can be no answer.

    Raises:
        KafkaException: The request was refused, or not answered within ``deadline`` seconds.
    """
    last = time.monotonic() + deadline
    is_repeated = False
    while True:
        try:
            request(min(ATTEMPT_SECONDS, max(1.0, last - time.monotonic())))
            return
        except KafkaException as error:
            code = error.args[0].code()
            if is_repeated and code == done:
                return
            lost = code in (KafkaError._DESTROY_BROKER, KafkaError._TIMED_OUT)
            if not lost or time.monotonic() >= last:
                raise
        check()
        is_repeated = True
