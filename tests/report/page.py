"""The elements of a published page, from the parser of the standard library."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from include.machine.storage.path import AnyPath

VOID = {"meta", "br", "hr", "img", "input", "link"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    children: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        parts = (child if isinstance(child, str) else child.text for child in self.children)
        return " ".join(" ".join(parts).split())

    def all(self, tag: str) -> list["Element"]:
        matching = [self] if self.tag == tag else []
        inner = (child for child in self.children if isinstance(child, Element))
        return matching + [element for child in inner for element in child.all(tag)]

    def everything(self) -> list["Element"]:
        inner = (child for child in self.children if isinstance(child, Element))
        return [self] + [element for child in inner for element in child.everything()]

    def by_id(self, identity: str) -> "Element":
        return next(e for e in self.everything() if e.attributes.get("id") == identity)

    def rows(self) -> list[list[str]]:
        """The text of the cells of each row in the body of a table."""
        bodies = [row for body in self.all("tbody") for row in body.all("tr")]
        return [[cell.text for cell in row.everything() if cell.tag in {"th", "td"}] for row in bodies]


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("document", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read_page(path: AnyPath) -> Element:
    """Parse a page, and check what every page must keep.

    Elements are closed in order, an id is used once and exists where it is used, and rows of tables are as
    wide as the head.
    """
    builder = _Builder()
    builder.feed(path.read_text(encoding="utf-8"))
    builder.close()
    assert builder.open == [builder.root], f"<{builder.open[-1].tag}> is never closed"
    ids = [element.attributes["id"] for element in builder.root.everything() if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    assert {use.attributes["href"] for use in builder.root.all("use")} <= {f"#{name}" for name in ids}
    for table in builder.root.all("table"):
        [head] = table.all("thead")
        width = _width(head.all("tr")[-1])
        assert all(_width(row) == width for body in table.all("tbody") for row in body.all("tr"))
    return builder.root


def _width(row: Element) -> int:
    return sum(int(cell.attributes.get("colspan", "1")) for cell in [*row.all("th"), *row.all("td")])
