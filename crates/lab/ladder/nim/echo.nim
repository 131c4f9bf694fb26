# echo in a loop. It flushes the standard output after every line, so that each line is a system call.

import std/posix

# echo ignores errors: a reader that leaves must end it, also where whoever started it ignores the signal.
signal(SIGPIPE, SIG_DFL)

while true:
  echo "y"
