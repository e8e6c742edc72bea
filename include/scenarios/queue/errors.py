"""What load programs for queues in systems other than Kafka share: connections to servers, and errors."""

from include.machine.errors import PlatformError


class QueueError(PlatformError):
    """The server cannot be reached, or refused a request. The message is a sentence for the user."""
