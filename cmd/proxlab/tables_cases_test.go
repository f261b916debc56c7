package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// someTables are tables as people have them.
func someTables() map[string]someTable {
	rng := rand.New(rand.NewPCG(9, 2))
	kinds := asLevels("kind", pickRows(90, "flat", "flat", "house", "flat", "hut", "house"), "flat", "house", "hut")
	sold := column{name: "sold", names: []string{"sold"}}
	for i := range 90 {
		sold.cells = append(sold.cells, []string{"True", "False"}[i%3%2])
		sold.numbers = append(sold.numbers, []float64{float64(1 - i%3%2)})
	}
	a, b := asNumbers("a", normal(rng, 90)), asNumbers("b", normal(rng, 90))
	out := map[string]someTable{
		"mixed types": {columns: []column{a, kinds, sold, b}, comma: ",", flags: "--categories auto",
			both: "--penalty l1 --lambda 0.01"},
		"missing numbers": {columns: []column{a, filled("c", normal(rng, 90), false), b}, comma: ",",
			flags: "--missing mean", both: "--penalty l1 --lambda 0.02"},
		"missing told": {columns: []column{a, filled("c", normal(rng, 90), true), kinds}, comma: "\t",
			flags: "--missing indicator --categories kind", both: "--mu 0.1"},
		"dates": {columns: []column{a, asDates("day", "2006-01-02", 90)}, comma: ",", both: "--mu 0.001 --standardize",
			flags: "--dates day --date-parts days,month --date-origin 2000-01-01"},
		"quotes": {columns: []column{a, asLevels("a \"kind\", of", pickRows(90, "x", "x, \"y\"", "x", "two\nlines"), "x",
			"two\nlines", "x, \"y\"")}, comma: ",", flags: "--categories auto", both: "--mu 0.01"},
		"mark and CRLF": {columns: []column{kinds, a}, comma: ",", flags: "--categories 2", both: "--mu 0.01",
			write: func(text string) string { return "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n") }},
		"decimal comma": {columns: []column{a, b, kinds}, comma: ";", flags: "--categories kind", both: "--mu 0.01",
			write: func(text string) string { return strings.ReplaceAll(text, ".", ",") }},
		"words as labels": {columns: []column{a, kinds, b}, labels: []string{"no", "no", "no", "perhaps", "perhaps", "yes"},
			comma: ",", flags: "--categories auto --reference kind=flat",
			both: "--loss multinomial --penalty l1 --lambda 0.01"},
	}
	out["unnamed index"] = unnamed(rng)
	out["imbalanced"] = imbalanced(rng)
	out["wide"], out["tall"] = wideTable(rng), tallTable(rng)
	return out
}

// unnamed has the rows' numbers in front, as pandas writes them. The target is behind them in one order of columns, and
// in the other they are last: their name says what they are there too, since the model does not know it.
func unnamed(rng *rand.Rand) someTable {
	a := asNumbers("a", normal(rng, 60))
	s := someTable{columns: []column{a, asNumbers("b", normal(rng, 60))}, comma: ",", both: "--mu 0.01"}
	s.write = func(text string) string {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		for i, l := range lines {
			lines[i] = fmt.Sprintf("%d,%s", i-1, l)
		}
		lines[0] = strings.TrimPrefix(lines[0], "-1")
		return strings.Join(lines, "\n")
	}
	return s
}

// imbalanced has a tenth of one label, and rows that are left out.
func imbalanced(rng *rand.Rand) someTable {
	n := 300
	c := filled("c", normal(rng, n), false)
	for i := range c.cells {
		if i%7 == 3 {
			c.numbers[i] = nil
		}
	}
	return someTable{columns: []column{c, asNumbers("d", normal(rng, n))}, labels: []string{"healthy", "healthy",
		"healthy", "healthy", "healthy", "healthy", "healthy", "healthy", "healthy", "ill"}, comma: ",",
		flags: "--missing drop", both: "--loss logistic --mu 0.01"}
}

// wideTable has more features than rows, most of them of one category, so that the matrix becomes sparse.
func wideTable(rng *rand.Rand) someTable {
	n, cells, levels := 120, []string(nil), []string{"l000"}
	for i := range n {
		cells = append(cells, fmt.Sprintf("l%03d", i/2*(i%2)*2)) // half of them the first
	}
	for i := 1; i < n; i += 2 {
		if l := fmt.Sprintf("l%03d", i/2*2); l != "l000" {
			levels = append(levels, l)
		}
	}
	s := someTable{columns: []column{asLevels("level", cells, levels...)}, comma: ",", flags: "--categories level",
		both: "--penalty l1 --lambda 0.001 --mu 0.01"}
	for j := range 90 {
		values := make([]float64, n)
		for i := range values {
			if rng.IntN(12) == 0 {
				values[i] = rng.NormFloat64()
			}
		}
		s.columns = append(s.columns, asNumbers(fmt.Sprintf("x%d", j), values))
	}
	return s
}

// tallTable has many rows, in several pieces.
func tallTable(rng *rand.Rand) someTable {
	n := 12_000
	s := someTable{comma: ";", flags: "--categories auto", both: "--penalty l1 --lambda 0.01",
		columns: []column{asLevels("c", pickRows(n, "u", "u", "v", "w", "u"), "u", "v", "w")}}
	for j := range 4 {
		s.columns = append(s.columns, asNumbers(fmt.Sprintf("x%d", j), normal(rng, n)))
	}
	return s
}
