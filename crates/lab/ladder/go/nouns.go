//go:build ignore

// A random noun a row, as a small generator of test data would make it: printed row by row, through a buffer, or by a
// template. The argument says which. One buffer is worth more than anything else that could be done to the program.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"text/template"
)

var nouns = []string{
	"anchor", "bridge", "candle", "desert", "engine", "forest", "garden", "hammer", "island", "jacket", "kettle",
	"ladder", "meadow", "needle", "orange", "pencil", "quarry", "ribbon", "saddle", "timber", "umbrella", "valley",
	"window", "yard",
}

func noun() string {
	return nouns[rand.Intn(len(nouns))]
}

func main() {
	buffer := bufio.NewWriter(os.Stdout)
	var err error
	switch os.Args[1] {
	case "unbuffered":
		for err == nil {
			_, err = fmt.Println(noun())
		}
	case "buffered":
		for err == nil {
			_, err = fmt.Fprintln(buffer, noun())
		}
	case "template":
		row := template.New("row").Funcs(template.FuncMap{"Noun": noun})
		row = template.Must(row.Parse("{{ Noun }}\n"))
		for err == nil {
			err = row.Execute(buffer, nil)
		}
	}
	os.Exit(1)
}
