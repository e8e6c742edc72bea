"""A properties file of the Java client, as Java reads it."""

from include.load.client_choice import Role
from include.plan.judging.file_text import MARKS, FileText
from include.plan.judging.properties_file import COMMENTS
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat

COMMENT_IS_SETTING = (
    "A byte order mark stands before the comment of line 1, which is therefore a setting for Java. No client "
    "has this setting, so that it has no effect. Save the file without the mark."
)


def clients_in(file: FileText, _role: Role) -> list[ClientInFile]:
    """The one client of the file."""
    entries = file.lines_as_java
    marked_comments = tuple(f"{mark}{comment}" for mark in MARKS for comment in COMMENTS)
    settings = [entry for entry in entries if not entry.name.startswith(marked_comments)]
    return [ClientInFile("", settings, conduct=[COMMENT_IS_SETTING] if len(settings) < len(entries) else [])]


RECORD = SettingsFormat(
    name="java-properties",
    title="the Java client",
    clients=JAVA,
    recognises=lambda file: file.has_lines,
    clients_in=clients_in,
    is_of_framework=False,
)
