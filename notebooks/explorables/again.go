package explorables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// program is one in Go that reads a table, the last column of which is y, and does something with it; packages are
// those that it imports beside, by their place under this module.
func program(file, do string, packages ...string) string {
	return programOf(`datasets.ReadFrame(ctx, "`+file+`", datasets.FrameOptions{Target: "y"})`, do, packages...)
}

// programOf is program with another way to read the table.
func programOf(read, do string, packages ...string) string {
	var imports strings.Builder
	packages = append(packages, "datasets")
	slices.Sort(packages)
	for _, p := range packages {
		fmt.Fprintf(&imports, "\t\"github.com/proxlab/proxlab/%s\"\n", p)
	}
	return `package main

import (
	"context"
	"fmt"
	"log"

` + imports.String() + `)

func main() {
	ctx := context.Background()
	f, err := ` + read + `
	if err != nil {
		log.Fatal(err)
	}
` + do + `}
`
}

// fitted is the part of a program that fits f, and prints P and its gap; linear are the fields of fit.Linear, and most
// tells that λ is a share of λ_max.
func fitted(linear string, lambda float64, most bool) string {
	body := "\tdata := fit.Data{X: f.X, Y: f.Y, FeatureNames: f.Features, LabelNames: f.Labels}\n" +
		"\tc := fit.Linear{\n\t\t" + linear + ",\n\t}\n"
	if most {
		body += "\tmost, err := c.LambdaMax(data)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n"
	}
	body += "\tc.Lambda = " + number(lambda)
	if most {
		body += " * most"
	}
	return body + `
	m, err := c.Fit(ctx, data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("P", m.Objective, "gap", m.Gap)
`
}

// number is a number as it is read again to the last bit.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// csvFile has the features x1, x2, …, and y.
func csvFile(name string, x linalg.Map, y []float64) explore.NamedFile {
	n, d := x.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, d)
	}
	linalg.ForEach(x, func(i, j int, v float64) { rows[i][j] = v })
	var b strings.Builder
	for j := range d {
		fmt.Fprintf(&b, "x%d,", j+1)
	}
	b.WriteString("y\n")
	for i, row := range rows {
		for _, v := range row {
			b.WriteString(number(v) + ",")
		}
		b.WriteString(number(y[i]) + "\n")
	}
	return explore.NamedFile{Name: name, Content: b.String()}
}

// groupsFile has groups as --groups reads them, and groupsOf writes them in Go.
func groupsFile(name string, groups prox.Groups) explore.NamedFile {
	var b strings.Builder
	for _, g := range groups {
		for k, j := range g {
			fmt.Fprintf(&b, "%s%d", strings.Repeat(" ", min(k, 1)), j+1)
		}
		b.WriteString("\n")
	}
	return explore.NamedFile{Name: name, Content: b.String()}
}

func groupsOf(groups prox.Groups) string {
	var all []string
	for _, g := range groups {
		all = append(all, strings.Trim(strings.ReplaceAll(fmt.Sprint(g), " ", ", "), "[]"))
	}
	return "prox.Groups{{" + strings.Join(all, "}, {") + "}}"
}

// wordsOf are numbers, as a list in Go or as lines of a file.
func wordsOf(v []float64, between string) string {
	words := make([]string, len(v))
	for k, x := range v {
		words[k] = number(x)
	}
	return strings.Join(words, between)
}
