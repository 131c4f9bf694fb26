# writeChars of a page of lines, again and again: stdio stands between, and passes a whole page on as it is.

const size = 4096

var lines: array[size, char]
for i in 0 ..< size:
  lines[i] = if i mod 2 == 0: 'y' else: '\n'

while stdout.writeChars(lines, 0, size) == size:
  discard
