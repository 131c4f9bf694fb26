/* push: write prepared lines into stdout by plain writes, for as long as somebody reads them.
 *
 *   push [BYTES_PER_CALL] [PIPE_SIZE] [BYTES_PREPARED]
 *
 * Random words of 2 to 11 letters, one a line, 8 MiB of them unless said otherwise: more than a core's cache, so that each is
 * fresh, as those of a program that makes them. PIPE_SIZE 0 leaves the pipe as it is. What a pipe takes from a program that
 * needs no time to make its lines; tools/drain says how fast that was.
 * Build: cc -O3 -march=native -o push push.c
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  size_t call = argc > 1 ? strtoul(argv[1], 0, 0) : 8192;
  int pipe_size = argc > 2 ? atoi(argv[2]) : 1 << 20;
  size_t prepared = argc > 3 ? strtoul(argv[3], 0, 0) : 8 << 20;
  if (!call || call > prepared) return 2;
  if (pipe_size) fcntl(1, F_SETPIPE_SZ, pipe_size);

  unsigned char *lines = aligned_alloc(4096, (prepared + 4095) & ~4095ul);
  uint64_t random = 42, left = 0;
  for (size_t i = 0; i < prepared; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    lines[i] = left ? 'a' + (random >> 40) % 26 : '\n';
    left = left ? left - 1 : 2 + (random >> 33) % 10;
  }
  for (size_t at = 0;;) {
    size_t step = prepared - at < call ? prepared - at : call;
    ssize_t n = write(1, lines + at, step);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 1;
    at = (at + n) % prepared;
  }
}
