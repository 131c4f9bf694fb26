//go:build ignore

// writev of 1024 vectors, each of which is the same page: 4 MiB a call out of 4 KiB that stay in the cache.
package main

import (
	"bytes"
	"os"
	"syscall"
	"unsafe"
)

const vectors = 1024

func main() {
	page := bytes.Repeat([]byte("y\n"), os.Getpagesize()/2)
	list := make([]syscall.Iovec, vectors)
	for i := range list {
		list[i].Base = &page[0]
		list[i].SetLen(len(page))
	}
	for {
		first := uintptr(unsafe.Pointer(&list[0]))
		written, _, errno := syscall.Syscall(syscall.SYS_WRITEV, uintptr(syscall.Stdout), first, vectors)
		switch {
		case errno == syscall.EINTR:
		case errno != 0:
			os.Exit(1)
		case written%2 == 1:
			// The runtime's own signals may cut a call short, also within a line.
			os.Stdout.WriteString("\n")
		}
	}
}
