"""``python -m proxlab``: the command itself, with its arguments."""

import os
import subprocess
import sys

from ._client import find_binary


def main() -> int:
    """Run the command in the place of this process, where the system can."""
    command = [find_binary(), *sys.argv[1:]]
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main())
