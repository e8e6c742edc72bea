"""Lines such as ``acks=all``, as the examples of librdkafka and the tools that use it read them."""

from include.load.client_choice import Role
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import LIBRDKAFKA, ClientInFile, SettingsFormat


def clients_in(file: FileText, _role: Role) -> list[ClientInFile]:
    """The one client of the file."""
    return [ClientInFile("", file.lines_as_librdkafka)]


RECORD = SettingsFormat(
    name="librdkafka-conf",
    title="librdkafka",
    clients=LIBRDKAFKA,
    recognises=lambda file: file.has_lines,
    clients_in=clients_in,
    is_of_framework=False,
)
