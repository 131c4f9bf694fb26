/*
 * vmsplice of the same pages for ever: the pipe is given references to this program's memory, and a reader that splices
 * them on to /dev/null gives them back unread. Nobody touches a byte, so nobody needs a second processor.
 * The memory is never written again once a pipe has seen it. Linux only.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#define SIZE (1 << 20)

int main(void)
{
	char *lines = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (lines == MAP_FAILED)
		return 2;
	for (size_t i = 0; i < SIZE; i += 2) {
		lines[i] = 'y';
		lines[i + 1] = '\n';
	}
	/* A pipe that takes it all at once; where that is not allowed, it takes what it can. */
	fcntl(STDOUT_FILENO, F_SETPIPE_SZ, SIZE);
	for (size_t done = 0;;) {
		struct iovec rest = { lines + done, SIZE - done };
		ssize_t taken = vmsplice(STDOUT_FILENO, &rest, 1, 0);

		if (taken <= 0)
			return 1;
		done = (done + taken) % SIZE;
	}
}
