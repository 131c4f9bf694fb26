//go:build ignore

// As many lines as the argument says, made anew each time, through a bufio.Writer of 8192 bytes that is new each time as
// well: it steps aside for a write that is larger than it is.
package main

import (
	"bufio"
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
		writer := bufio.NewWriterSize(os.Stdout, 8192)
		writer.Write(bytes.Repeat([]byte("y\n"), copies))
		if err := writer.Flush(); err != nil {
			os.Exit(1)
		}
	}
}
