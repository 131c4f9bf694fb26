//go:build ignore

// As many lines as the argument says, made anew as one slice of bytes for each write.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

func main() {
	copies, err := strconv.Atoi(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for {
		if _, err := os.Stdout.Write(bytes.Repeat([]byte("y\n"), copies)); err != nil {
			os.Exit(1)
		}
	}
}
