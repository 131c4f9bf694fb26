"""print of one line at a time: the output is buffered, but every line is an interpreted call."""

import signal

# A reader that leaves ends the program, as it would any other, and not a traceback.
signal.signal(signal.SIGPIPE, signal.SIG_DFL)

while True:
    print("y")
