// Prints the functions of gofakeit by the names that it looks them up by, one a line.
package main

import (
	"fmt"

	"github.com/brianvoe/gofakeit/v7"
)

func main() {
	for name := range gofakeit.FuncLookups {
		fmt.Println(name)
	}
}
