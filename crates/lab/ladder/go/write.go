//go:build ignore

// Write of a slice of lines, again and again: as many bytes as the argument says.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

func main() {
	size, err := strconv.Atoi(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	lines := bytes.Repeat([]byte("y\n"), size/2)
	for {
		if _, err := os.Stdout.Write(lines); err != nil {
			os.Exit(1)
		}
	}
}
