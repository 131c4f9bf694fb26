// Rows of gofakeit for tools/peers: peer ROWS
package main

import (
	"bufio"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/brianvoe/gofakeit/v7"
)

func main() {
	rows, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	// Its fastest source of random numbers, without a lock.
	fake := gofakeit.NewFaker(rand.NewPCG(1, 2), false)
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	for range rows {
		out.WriteString(fake.Name())
		out.WriteByte(',')
		out.WriteString(fake.Email())
		out.WriteByte(',')
		out.WriteString(fake.CountryAbr())
		out.WriteByte(',')
		out.WriteString(strconv.Itoa(fake.Number(1, 1000)))
		out.WriteByte('\n')
	}
	if err := out.Flush(); err != nil {
		panic(err)
	}
}
