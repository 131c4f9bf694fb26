//go:build ignore

// As many lines as the argument says, made anew each time and put into a bytes.Buffer that is then written: every byte
// is copied once more.
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
	var buffer bytes.Buffer
	for {
		buffer.Write(bytes.Repeat([]byte("y\n"), copies))
		if _, err := buffer.WriteTo(os.Stdout); err != nil {
			os.Exit(1)
		}
	}
}
