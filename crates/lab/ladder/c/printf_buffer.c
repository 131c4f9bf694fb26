/* printf of many lines at once: as many bytes as the argument says. Fewer calls of printf, but all of stdio's copying. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 8192;
	char *lines = malloc(size + 1);

	if (!lines || size < 2)
		return 2;
	size -= size % 2;
	for (size_t i = 0; i < size; i += 2) {
		lines[i] = 'y';
		lines[i + 1] = '\n';
	}
	lines[size] = '\0';
	while (printf("%s", lines) >= 0)
		;
	return 1;
}
