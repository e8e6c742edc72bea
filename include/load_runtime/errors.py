"""The error that ends a load program with a sentence for the user."""


class ProgramError(Exception):
    """A load program cannot go on, for a reason that is no error of a Kafka client.

    The message is a sentence for the user; ``run_program`` reports it as it is.
    """
