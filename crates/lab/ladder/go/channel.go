//go:build ignore

// Each turn starts two goroutines. Each makes as many lines as the second argument says, as strings or as bytes, as the
// first one says, and hands them through a channel to the one that writes. A weighted semaphore bounds how many of them
// are under way. Making is parallel, but writing is what takes the time.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
)

// How many goroutines a turn starts, and how many may be under way.
const (
	turn   = 2
	weight = 2
)

// A semaphore that is taken and given back by any amount.
type semaphore struct {
	lock sync.Mutex
	more *sync.Cond
	free int
}

func newSemaphore(weight int) *semaphore {
	s := &semaphore{free: weight}
	s.more = sync.NewCond(&s.lock)
	return s
}

func (s *semaphore) acquire(amount int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for s.free < amount {
		s.more.Wait()
	}
	s.free -= amount
}

func (s *semaphore) release(amount int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.free += amount
	s.more.Broadcast()
}

func run[Lines any](makeOne func() Lines, write func(Lines) (int, error)) {
	lines := make(chan Lines)
	go func() {
		for each := range lines {
			if _, err := write(each); err != nil {
				os.Exit(1)
			}
		}
	}()
	underWay := newSemaphore(weight)
	for {
		underWay.acquire(turn)
		for i := 0; i < turn; i++ {
			go func() {
				defer underWay.release(1)
				lines <- makeOne()
			}()
		}
	}
}

func main() {
	copies, err := strconv.Atoi(os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	switch os.Args[1] {
	case "strings":
		run(func() string { return strings.Repeat("y\n", copies) }, os.Stdout.WriteString)
	case "bytes":
		run(func() []byte { return bytes.Repeat([]byte("y\n"), copies) }, os.Stdout.Write)
	}
}
