/* printf of one line at a time, whose result is tested: that keeps it a printf, where compilers would make it a puts. */
#include <stdio.h>

int main(void)
{
	while (printf("y\n") >= 0)
		;
	return 1;
}
