//go:build ignore

// Println of ten million lines: how long a program that prints its rows so is busy with printing alone.
package main

import (
	"fmt"
	"os"
)

func main() {
	for i := 0; i < 10_000_000; i++ {
		if _, err := fmt.Println("yes"); err != nil {
			os.Exit(1)
		}
	}
}
