//go:build ignore

// Println of ten million lines: how long a program that prints its rows so is busy with printing alone.
package main

import "fmt"

func main() {
	for i := 0; i < 10_000_000; i++ {
		fmt.Println("yes")
	}
}
