/*
 * vmsplice of the same megabyte for ever: the pipe is given references to this program's memory, and a reader that splices
 * them on to /dev/null gives them back unread. Nobody touches a byte, so nobody needs a second processor. Each call offers
 * the megabyte a thousand times, and the pipe takes what it has room for: whole pages, so the next call may begin anew.
 * The memory is never written again once a pipe has seen it. Linux only.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#define SIZE (1 << 20)
#define VECTORS 1024

static struct iovec vectors[VECTORS];

int main(void)
{
	char *lines = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (lines == MAP_FAILED)
		return 2;
	for (size_t i = 0; i < SIZE; i += 2) {
		lines[i] = 'y';
		lines[i + 1] = '\n';
	}
	for (size_t i = 0; i < VECTORS; i++) {
		vectors[i].iov_base = lines;
		vectors[i].iov_len = SIZE;
	}
	/* A pipe that takes it all at once; where that is not allowed, it takes what it can. */
	fcntl(STDOUT_FILENO, F_SETPIPE_SZ, SIZE);
	while (vmsplice(STDOUT_FILENO, vectors, VECTORS, 0) > 0)
		;
	return 1;
}
