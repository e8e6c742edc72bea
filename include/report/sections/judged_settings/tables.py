"""Tables of a user's settings: what decides on the promise, what the clients had, and what was left out."""

from include.matrix.judged.judged_settings import JudgedSettings
from include.rendering.table import Row, Table, plain_table, text_columns

NOT_TRANSLATED = (
    "The clients had these settings as they are in the files; all others are the client's defaults. The "
    "names of groups and transactions, and what the load programs need, were added. Cells in which a "
    "consumer is killed have a session timeout of at most 6 s, so that its group does not wait longer, "
    "except with group.protocol=consumer, where the brokers have the timeout."
)


def deciding_table(judged: JudgedSettings) -> Table:
    """A row for each setting that determines the promise, or that contradicts it."""
    contradicting = {one.level for one in judged.contradictions}
    agreeing = [one for one in judged.deciding if one.level not in contradicting]
    rows = [
        *(Row((one.level, "decides on it", one.text)) for one in agreeing),
        *(Row((one.level, "contradicts it", one.text)) for one in judged.contradictions),
    ]
    columns = text_columns("Setting", "The promise", "What the setting means")
    return plain_table("deciding-settings", "What the settings promise", columns, rows)


def passed_table(judged: JudgedSettings) -> Table:
    """A row for each setting that the clients had from the files."""
    rows = [
        Row((role, name, value))
        for role, settings in judged.passed.items()
        for name, value in settings.items()
    ]
    columns = text_columns("Client", "Setting", "Value")
    return plain_table("own-settings", "Settings from the files", columns, rows, [NOT_TRANSLATED])


def left_out_table(judged: JudgedSettings) -> Table:
    """A row for each reason for which settings were left out."""
    rows = [Row((", ".join(one.settings), f"They {one.because}.")) for one in judged.left_out]
    columns = text_columns("Settings", "Left out because")
    return plain_table("left-out-settings", "Settings of the files that no cell had", columns, rows)
