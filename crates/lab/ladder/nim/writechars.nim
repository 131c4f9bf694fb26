# writeChars of 4,096 lines, again and again: stdio stands between, with a buffer of its own.

const size = 8192

var lines: array[size, char]
for i in 0 ..< size:
  lines[i] = if i mod 2 == 0: 'y' else: '\n'

while stdout.writeChars(lines, 0, size) == size:
  discard
quit(1)
