"""An object store of one's own, to try runs in one: S3Proxy, which speaks S3 in front of a folder.

https://github.com/gaul/s3proxy; its jars are from Maven Central, as Kafka's are.
"""

from pathlib import Path

from include import folders
from include.containers.images import Image
from include.releases.maven_fetch import retrieve

RELEASE = "4.1.0"

OTHER_CLOUDS = (
    r"com\.azure",
    r"com\.github\.openstack4j.*",
    r"com\.google\.(cloud|api.*)",
    r"io\.(grpc|netty|opencensus|opentelemetry.*|projectreactor.*)",
    r"org\.apache\.sshd",
)
"""Organisations whose jars it needs only in front of another cloud's storage."""

EXCLUDED = "\n".join(f'    <exclude org="{one}" matcher="regexp"/>' for one in OTHER_CLOUDS)

MODULE = f"""\
<ivy-module version="2.0">
  <info organisation="kerran" module="s3proxy"/>
  <configurations><conf name="default"/></configurations>
  <dependencies>
    <dependency org="org.gaul" name="s3proxy" rev="{RELEASE}" conf="default->default"/>
{EXCLUDED}
  </dependencies>
</ivy-module>
"""


def jars() -> Path:
    """The folder of its jars.

    Raises:
        PlatformError: they couldn't be fetched.
        JavaError: there is no Java to run Ivy with.
    """
    return retrieve(MODULE, folders.CACHE / "s3proxy" / RELEASE, _reason)


def image() -> Image:
    """What ``compose/storage.yaml`` runs."""
    return Image("storage", contexts={"jars": jars()})


def _reason(output: str) -> str:
    return f"S3Proxy {RELEASE} could not be fetched:\n" + "\n".join(output.splitlines()[-20:])
