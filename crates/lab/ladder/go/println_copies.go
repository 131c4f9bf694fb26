//go:build ignore

// Println of many lines at once: as many as the argument says. Println copies them once more before it writes.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	copies, err := strconv.Atoi(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	// Println ends the last line itself.
	lines := strings.TrimSuffix(strings.Repeat("y\n", copies), "\n")
	for {
		if _, err := fmt.Println(lines); err != nil {
			os.Exit(1)
		}
	}
}
