//go:build ignore

// Two goroutines make blocks of 64 KiB without end, as strings or as bytes, as the argument says, and hand them through a
// channel to the one that writes. A semaphore bounds how many blocks are on their way.
package main

import (
	"bytes"
	"os"
	"strings"
)

const (
	makers = 2
	ahead  = 8
	copies = 32 << 10
)

func run[Lines any](makeOne func() Lines, write func(Lines) (int, error)) {
	blocks := make(chan Lines)
	semaphore := make(chan struct{}, ahead)
	for i := 0; i < makers; i++ {
		go func() {
			for {
				semaphore <- struct{}{}
				blocks <- makeOne()
			}
		}()
	}
	for block := range blocks {
		if _, err := write(block); err != nil {
			os.Exit(1)
		}
		<-semaphore
	}
}

func main() {
	switch os.Args[1] {
	case "strings":
		run(func() string { return strings.Repeat("y\n", copies) }, os.Stdout.WriteString)
	case "bytes":
		run(func() []byte { return bytes.Repeat([]byte("y\n"), copies) }, os.Stdout.Write)
	}
}
