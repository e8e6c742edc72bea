"""The errors of the platform on which cells run."""


class PlatformError(Exception):
    """Brokers, servers, containers, networks or Java cannot do what a run needs.

    The message is a sentence for the user, who may be able to put it right.
    """


class UnreachableError(PlatformError):
    """A registry of packages or releases does not answer. It may answer after a while."""
