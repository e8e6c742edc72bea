"""The command ``kerran`` without an installation: ``python -m include.cli sweep``."""

from include.cli.commands import main

if __name__ == "__main__":
    main()
