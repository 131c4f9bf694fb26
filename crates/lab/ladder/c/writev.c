/* writev of 1024 vectors, each of which is the same page: 4 MiB a call out of 4 KiB that stay in the cache. */
#include <sys/uio.h>
#include <unistd.h>

#define VECTORS 1024

static char page[4096];
static struct iovec vectors[VECTORS];

int main(void)
{
	for (size_t i = 0; i < sizeof page; i += 2) {
		page[i] = 'y';
		page[i + 1] = '\n';
	}
	for (size_t i = 0; i < VECTORS; i++) {
		vectors[i].iov_base = page;
		vectors[i].iov_len = sizeof page;
	}
	while (writev(STDOUT_FILENO, vectors, VECTORS) > 0)
		;
	return 1;
}
