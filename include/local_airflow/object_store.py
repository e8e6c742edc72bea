"""An object store for trying out runs on one: S3Proxy, which serves a folder over the S3 protocol.

Source: https://github.com/gaul/s3proxy. Its jars come from Maven Central, as Kafka's do.
"""

from pathlib import Path

from include import folders
from include.containers.images import Image
from include.errors import PlatformError
from include.releases.maven_fetch import retrieve

RELEASE = "4.1.0"

OTHER_CLOUDS = (
    r"com\.azure",
    r"com\.github\.openstack4j.*",
    r"com\.google\.(cloud|api.*)",
    r"io\.(grpc|netty|opencensus|opentelemetry.*|projectreactor.*)",
    r"org\.apache\.sshd",
)
"""Organisations whose jars S3Proxy needs only for the storage of other clouds."""

EXCLUDED = "\n".join(f'    <exclude org="{organisation}" matcher="regexp"/>' for organisation in OTHER_CLOUDS)

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
    """The folder of S3Proxy's jars, which are fetched if they are missing."""
    return retrieve(MODULE, folders.CACHE / "s3proxy" / RELEASE, _failure)


def image() -> Image:
    """The image that ``compose/storage.yaml`` runs."""
    return Image("storage", contexts={"jars": jars()})


def _failure(output: str) -> PlatformError:
    end = "\n".join(output.splitlines()[-20:])
    return PlatformError(f"S3Proxy {RELEASE} could not be fetched:\n{end}")
