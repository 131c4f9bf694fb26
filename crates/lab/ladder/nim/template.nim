# The same write behind a template, which gives it a name of its own and is gone when the program runs.

proc write(fd: cint, buffer: pointer, count: csize_t): int {.importc, header: "<unistd.h>".}

const size = 8192

type Lines = array[size, char]

template put(text: var Lines): bool =
  write(1, addr text, csize_t(text.len)) > 0

var lines: Lines
for i in 0 ..< size:
  lines[i] = if i mod 2 == 0: 'y' else: '\n'

while lines.put:
  discard
quit(1)
