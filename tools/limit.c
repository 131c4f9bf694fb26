/* limit: how many nanoseconds of the processor's time one copy of 8 bytes takes, to where the one before ended: the least that
 * a row of text can take. Part of tools/speed. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* As many bytes as gush rows makes before it writes them. */
enum { PART = 1 << 18, PARTS = 500 };

static char part[PART];

int main(void) {
  volatile uint64_t line;
  memcpy((void *)&line, "7 bytes\n", 8);
  /* Once before the clock starts, for the pages. */
  for (int turn = -1; turn < PARTS; turn++) {
    static struct timespec start;
    if (turn == 0)
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (size_t at = 0; at < PART; at += 8) {
      uint64_t copy = line;
      memcpy(part + at, &copy, 8);
    }
    if (turn == PARTS - 1) {
      struct timespec end;
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
      double passed = 1e9 * (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec);
      printf("%.4f\n", passed / ((double)PARTS * PART / 8));
    }
  }
  return 0;
}
