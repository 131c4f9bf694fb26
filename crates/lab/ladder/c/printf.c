/* printf of one line at a time. What stdio gathers goes out in blocks; the work of each call is what it costs. */
#include <stdio.h>

int main(void)
{
	while (printf("y\n") >= 0)
		;
	return 1;
}
