//go:build ignore

// A bytes.Buffer that lines are gathered in until it has enough to be written: every byte is copied once more.
package main

import (
	"bytes"
	"os"
)

func main() {
	lines := bytes.Repeat([]byte("y\n"), 512)
	var buffer bytes.Buffer
	for {
		for buffer.Len() < 64<<10 {
			buffer.Write(lines)
		}
		if _, err := buffer.WriteTo(os.Stdout); err != nil {
			os.Exit(1)
		}
	}
}
