"""``python -m gusher`` and ``gush``: the command."""

from __future__ import annotations

import os
import signal
import sys

from . import _gusher


def main() -> int:
    """Runs the command with the arguments of this process, and gives its exit code."""
    # A reader that leaves, and Ctrl-C, end the command as they end any other.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    name = os.path.basename(sys.argv[0])
    program = name if name in ("yes", "pv", "fakedata") else "gush"
    return _gusher.run([program, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
