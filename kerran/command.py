"""The command ``kerran``."""


def main() -> None:
    """Run the command. If the packages of workers are missing, the message says how to install them."""
    try:
        from include.cli import commands

        commands.main()
    except ModuleNotFoundError as error:
        if not error.name or error.name.startswith(("include", "kerran")):
            raise
        raise SystemExit(
            f"The command kerran needs the package {error.name}. Install what workers need: "
            "pip install 'kerran[workers]'"
        ) from None
