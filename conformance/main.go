// Runs the templates of a list by Go's own text/template, three rows each, and writes what comes out, for a test that
// compares it with what gush makes of the same list. Generators are pinned: they give their first argument.
//
//	go run . cases.txt          what each template gives, or that it fails
//	go run . -fakedata cases.txt  the same, with the generators of fakedata, which give strings
//	go run . -time FILE N       how long N rows of one template take
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"
)

// Row is what the dot is at first.
type Row struct {
	Row   int
	Seed  int
	Table string
}

const rows = 3

func main() {
	if len(os.Args) == 4 && os.Args[1] == "-time" {
		measure(os.Args[2], os.Args[3])
		return
	}
	known, list := functions, os.Args[1]
	data := func(row int) any { return Row{row, 7, "data"} }
	if list == "-fakedata" {
		known, list = fakedata, os.Args[2]
		// The program gives its templates no data.
		data = func(int) any { return nil }
	}
	text, err := os.ReadFile(list)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, source := range cases(string(text)) {
		out, err := run(source, known, data)
		if err != nil {
			fmt.Println("error", strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Println("ok", len(out))
			os.Stdout.Write(out)
			fmt.Println()
		}
	}
}

// cases takes the list apart: each begins behind a line with its name.
func cases(list string) []string {
	var found []string
	for _, part := range strings.Split("\n"+list, "\n=== ")[1:] {
		_, source, _ := strings.Cut(part, "\n")
		found = append(found, strings.TrimSuffix(source, "\n"))
	}
	return found
}

func run(source string, known template.FuncMap, data func(int) any) ([]byte, error) {
	parsed, err := template.New("case").Funcs(known).Parse(source)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for row := 0; row < rows; row++ {
		if err := parsed.Execute(&out, data(row)); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

func measure(path, count string) {
	text, err := os.ReadFile(path)
	n, wrong := strconv.Atoi(count)
	if err != nil || wrong != nil {
		fmt.Fprintln(os.Stderr, err, wrong)
		os.Exit(1)
	}
	parsed := template.Must(template.New("case").Funcs(functions).Funcs(constants).Parse(string(text)))
	start := time.Now()
	for row := 0; row < n; row++ {
		if err := parsed.Execute(io.Discard, Row{row, 7, "data"}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	seconds := time.Since(start).Seconds()
	fmt.Printf("%d rows in %.3f s: %.0f rows/s\n", n, seconds, float64(n)/seconds)
}

// constants stand for generators where only the time of the template itself is asked for.
var constants = template.FuncMap{
	"Int":   func(ends ...int) int { return (ends[0] + ends[len(ends)-1]) / 2 },
	"Name":  func() string { return "Ada Lovelace" },
	"Email": func() string { return "ada.lovelace@example.com" },
	"Noun":  func() string { return "computer" },
}

var functions = template.FuncMap{
	"Int":    func(ends ...int) int { return ends[0] },
	"Enum":   func(words ...string) string { return words[0] },
	"Double": func(ends ...float64) float64 { return ends[0] },
	"Bool":   func(share float64) bool { return share == 1 },
	"Date":   func(days ...string) string { return days[0] },
	"Loop":   loop,
	"Odd":    func(n int) bool { return n%2 != 0 },
	"Even":   func(n int) bool { return n%2 == 0 },
	"Upper":  func(value any) string { return strings.ToUpper(fmt.Sprint(value)) },
	"Lower":  func(value any) string { return strings.ToLower(fmt.Sprint(value)) },
	"Repeat": func(count int, value any) (string, error) {
		if count < 0 {
			return "", fmt.Errorf("negative count")
		}
		return strings.Repeat(fmt.Sprint(value), count), nil
	},
	"Replace": func(old, new string, value any) string { return strings.ReplaceAll(fmt.Sprint(value), old, new) },
	"Join":    join,
	"Pad":     pad,
	"JSON":    toJSON,
	"List":    func(values ...any) []any { return values },
	"Add":     func(a, b int, more ...int) int { return sum(append(more, a, b)) },
	"Sub":     func(a, b int) int { return a - b },
	"Mul":     mul,
	"Div":     func(a, b int) int { return a / b },
	"Mod":     func(a, b int) int { return a % b },
}

// fakedata has the types of the functions of that program.
var fakedata = template.FuncMap{
	"Int":       first,
	"Timestamp": first,
	"Enum":      firstField,
	"Date":      firstField,
	"Double":    func(ends ...float64) string { return strconv.FormatFloat(ends[0], 'f', 4, 64) },
	"Latitude":  func() string { return "0.000000" },
	"Name":      func() string { return "Ada Lovelace" },
	"Loop":      loop,
	"Odd":       func(n int) bool { return n%2 != 0 },
	"Even":      func(n int) bool { return n%2 == 0 },
}

func first(ends ...int) string { return strconv.Itoa(ends[0]) }

// firstField joins its arguments and takes them apart again at each comma, as that program does.
func firstField(fields ...string) string {
	return strings.Split(strings.Join(fields, ","), ",")[0]
}

func loop(ends ...int) ([]int, error) {
	turns := make([]int, ends[0])
	for i := range turns {
		turns[i] = i
	}
	return turns, nil
}

func mul(a, b any) any {
	x, isFloat := a.(float64)
	y, isToo := b.(float64)
	if isFloat && isToo {
		return x * y
	}
	return a.(int) * b.(int)
}

func sum(numbers []int) int {
	total := 0
	for _, number := range numbers {
		total += number
	}
	return total
}

func join(separator string, values ...any) string {
	var texts []string
	for _, value := range values {
		switch list := value.(type) {
		case []int:
			for _, item := range list {
				texts = append(texts, fmt.Sprint(item))
			}
		case []any:
			for _, item := range list {
				texts = append(texts, fmt.Sprint(item))
			}
		default:
			texts = append(texts, fmt.Sprint(value))
		}
	}
	return strings.Join(texts, separator)
}

func pad(width int, values ...any) string {
	fill, text := " ", fmt.Sprint(values[len(values)-1])
	if len(values) == 2 {
		fill = fmt.Sprint(values[0])
	}
	missing := max(width, -width) - utf8.RuneCountInString(text)
	if missing <= 0 {
		return text
	}
	if width < 0 {
		return strings.Repeat(fill, missing) + text
	}
	return text + strings.Repeat(fill, missing)
}

func toJSON(value any) (string, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return strings.TrimSuffix(out.String(), "\n"), err
}
