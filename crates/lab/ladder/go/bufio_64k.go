//go:build ignore

// A bufio.Writer of 8 KiB in front of writes that are larger: it steps aside and costs nothing.
package main

import (
	"bufio"
	"bytes"
	"os"
)

func main() {
	lines := bytes.Repeat([]byte("y\n"), 32<<10)
	writer := bufio.NewWriterSize(os.Stdout, 8<<10)
	for {
		if _, err := writer.Write(lines); err != nil {
			os.Exit(1)
		}
	}
}
