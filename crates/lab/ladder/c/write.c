/* write of 8 KiB of lines, again and again: what GNU yes did for long. Nothing stands between the program and the kernel. */
#include <unistd.h>

static char lines[8192];

int main(void)
{
	for (size_t i = 0; i < sizeof lines; i += 2) {
		lines[i] = 'y';
		lines[i + 1] = '\n';
	}
	while (write(STDOUT_FILENO, lines, sizeof lines) > 0)
		;
	return 1;
}
