# write of the C library for 4,096 lines, again and again: what is compiled is what C would be.

proc write(fd: cint, buffer: pointer, count: csize_t): int {.importc, header: "<unistd.h>".}

const size = 8192

var lines: array[size, char]
for i in 0 ..< size:
  lines[i] = if i mod 2 == 0: 'y' else: '\n'

while write(1, addr lines, size) > 0:
  discard
quit(1)
