/*
 * printf of one line at a time, and nobody asks how it went: compilers then make it a puts, also without any optimising.
 * What stdio gathers goes out in blocks; the work of each call is what it costs.
 */
#include <signal.h>
#include <stdio.h>

int main(void)
{
	/* A reader that leaves must end it, also where whoever started it ignores the signal. */
	signal(SIGPIPE, SIG_DFL);
	for (;;)
		printf("y\n");
}
