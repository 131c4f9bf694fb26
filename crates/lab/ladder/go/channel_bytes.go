//go:build ignore

// Two goroutines make blocks of lines as bytes and hand them through a channel to one that writes. A semaphore bounds how
// many blocks are on their way. Making is parallel, but writing is what takes the time.
package main

import (
	"bytes"
	"os"
)

const (
	makers = 2
	ahead  = 8
	lines  = 32 << 10
)

func main() {
	blocks := make(chan []byte)
	semaphore := make(chan struct{}, ahead)
	for i := 0; i < makers; i++ {
		go func() {
			for {
				semaphore <- struct{}{}
				blocks <- bytes.Repeat([]byte("y\n"), lines)
			}
		}()
	}
	for block := range blocks {
		if _, err := os.Stdout.Write(block); err != nil {
			os.Exit(1)
		}
		<-semaphore
	}
}
