//go:build ignore

// Println of one line at a time. Go's standard output has no buffer: each line is a system call.
package main

import (
	"fmt"
	"os"
)

func main() {
	for {
		if _, err := fmt.Println("y"); err != nil {
			os.Exit(1)
		}
	}
}
