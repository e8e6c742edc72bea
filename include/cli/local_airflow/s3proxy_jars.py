"""The jars of S3Proxy, the object store of the installation by Compose."""

from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.maven_fetch import dependency, ivy_module, retrieve

S3PROXY_RELEASE = "4.1.0"

OTHER_CLOUDS = (
    r"com\.azure",
    r"com\.github\.openstack4j.*",
    r"com\.google\.(cloud|api.*)",
    r"io\.(grpc|netty|opencensus|opentelemetry.*|projectreactor.*)",
    r"org\.apache\.sshd",
)
"""Maven organisations whose jars are left out, because S3Proxy needs them only for storage in clouds."""

S3PROXY_MODULE = ivy_module(
    "s3proxy",
    dependency("org.gaul", "s3proxy", S3PROXY_RELEASE),
    *(f'<exclude org="{organisation}" matcher="regexp"/>' for organisation in OTHER_CLOUDS),
)


def s3proxy_jars() -> Path:
    """The folder of S3Proxy's jars, which are fetched if they are missing."""
    return retrieve(S3PROXY_MODULE, folders.CACHE / "s3proxy" / S3PROXY_RELEASE, _s3proxy_failure)


def _s3proxy_failure(output: str) -> PlatformError:
    end = "\n".join(output.splitlines()[-20:])
    return PlatformError(f"S3Proxy {S3PROXY_RELEASE} could not be fetched:\n{end}")
