"""The error of the platform on which cells run."""


class PlatformError(Exception):
    """Brokers, servers, containers, networks or Java cannot do what a run needs.

    The message is a sentence for the user, who may be able to put it right.
    """
