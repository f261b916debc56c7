package toolkit_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documents are those with examples in Go. What is before an example, or after it, is what its text takes for granted;
// that of a declaration is after it.
var documents = []struct {
	path     string
	examples [][2]string
}{
	{"README.md", [][2]string{{}, {}, {}}},
	{"docs/fit.md", [][2]string{
		{"x := linalg.NewDense(3, 2, []float64{1, 0, 0, 1, 1, 1})\ntest, truth := x, [][]int{{0, 2}, {1}, {}}"},
		{},
		{},
		{"a, y := generate.SparseRegression(60, 12, 3, 1, 1)\ndata := fit.Data{X: a, Y: y}\npatient := make([]int, 60)\n" +
			"for i := range patient { patient[i] = i / 4 }\nlambdas := []float64{.5, .4, .3, .2, .15, .1, .08, .06, .05}"},
		{},
	}},
	{"docs/matrices.md", [][2]string{{}, {"x, y := generate.SparseRegression(400, 16, 3, 1, 1)"}}},
	{"docs/explorables.md", [][2]string{{"", "answer, err := Mine.Ask(ctx, Mine.Start())\n" +
		"png, err := figures.PNG(figures.Explorable{Of: Mine, Answer: answer})\nfmt.Println(len(png), answer)"}}},
}

// goBlock is an example; what has an ellipsis is none.
var goBlock = regexp.MustCompile("(?s)```go\n([^…]*?)```")

// imported are the packages of examples that are not below the module's root by their own names.
var imported = map[string]string{
	"context": "context", "fmt": "fmt", "datasets": "datasets", "rnafiles": "datasets/rnafiles",
	"sentences": "datasets/sentences", "generate": "datasets/generate", "figures": "figures", "explore": "figures/explore",
	"fit": "toolkit/fit", "choose": "toolkit/fit/choose", "measures": "toolkit/fit/measures",
	"matrices": "toolkit/fit/matrices", "dictionary": "toolkit/solver/dictionary",
	"structures": "toolkit/fit/structures", "linalg": "toolkit/linalg", "loss": "toolkit/loss", "prox": "toolkit/prox",
	"solver": "toolkit/solver", "gradient": "toolkit/solver/gradient", "rna": "toolkit/structured/rna",
}

// assigned is what a line of an example declares.
var assigned = regexp.MustCompile(`(?m)^(\w+(?:, \w+)*) := .*$`)

// function is an example as a function that ends with the first error, and uses what it declares.
func function(name, example string) string {
	body := assigned.ReplaceAllStringFunc(example, func(line string) string {
		names := strings.Split(assigned.FindStringSubmatch(line)[1], ", ")
		for _, n := range names {
			if n == "err" {
				line += "\nif err != nil { panic(err) }"
			} else {
				line += "\n_ = " + n
			}
		}
		return line
	})
	return "func " + name + "(ctx context.Context) {\n" + body + "\n}\n"
}

// TestExamplesOfDocuments compiles what the documents show of Go, and runs it on files such as they name.
func TestExamplesOfDocuments(t *testing.T) {
	t.Parallel()
	var code, calls strings.Builder
	for i, d := range documents {
		found := goBlock.FindAllStringSubmatch(read(t, d.path), -1)
		if len(found) != len(d.examples) {
			t.Fatalf("%s has %d examples, not %d", d.path, len(found), len(d.examples))
		}
		for k, m := range found {
			name := fmt.Sprintf("example%d%d", i, k)
			around := d.examples[k]
			if strings.HasPrefix(m[1], "var ") {
				code.WriteString(m[1])
				m[1] = ""
			}
			code.WriteString(function(name, around[0]+"\n"+m[1]+around[1]))
			fmt.Fprintf(&calls, "fmt.Println(%q)\n%s(ctx)\n", name, name)
		}
	}
	main := code.String() + "func main() {\nctx := context.Background()\n" + calls.String() + "}\n"
	var imports strings.Builder
	for _, name := range slices.Sorted(maps.Keys(imported)) {
		switch path := imported[name]; {
		case !regexp.MustCompile(`\b` + name + `\.[A-Z]`).MatchString(main):
		case name == "context" || name == "fmt":
			fmt.Fprintf(&imports, "%q\n", path)
		default:
			fmt.Fprintf(&imports, "%q\n", "github.com/proxlab/proxlab/"+path)
		}
	}
	folder := t.TempDir()
	for name, text := range exampleFiles() {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file, program := filepath.Join(folder, "main.go"), filepath.Join(folder, "program")
	text := "package main\nimport (\n" + imports.String() + ")\n" + main
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "go", "build", "-o", program, file)
	said := run(t, "sh", "-c", `cd "$1" && exec ./program`, "sh", folder)
	if !strings.Contains(said, "{left 0.5}") {
		t.Errorf("the figure of one's own answers\n%s", said)
	}
}

// exampleFiles are the files that examples read.
func exampleFiles() map[string]string {
	var houses, trees, folds strings.Builder
	houses.WriteString("size,rooms,kind,price\n")
	for i := range 40 {
		fmt.Fprintf(&houses, "%d,%d,%s,%d\n", 50+7*i%90, 1+i%5, []string{"flat", "house"}[i%2], 100+11*i%170)
	}
	words := [][]string{{"the", "a", "this"}, {"dog", "cat", "bird"}, {"sees", "hears"}, {"dogs", "cats", "birds"}}
	tags, heads := []string{"DET", "NOUN", "VERB", "NOUN"}, []string{"2\tdet", "3\tnsubj", "0\troot", "3\tobj"}
	for i := range 30 {
		for k, of := range words {
			fmt.Fprintf(&trees, "%d\t%s\t_\t%s\t%s\t_\t%s\t_\t_\n", k+1, of[(i+k*i)%len(of)], tags[k], tags[k], heads[k])
		}
		trees.WriteString("\n")
		letters := []string{"GGGAAAUCCC", "GGCAAAAGCC", "GCGAAAACGC"}[i%3]
		fmt.Fprintf(&folds, ">a%d\n%s\n(((....)))\n", i, letters)
	}
	return map[string]string{
		"houses.csv": houses.String(), "train.conllu": trees.String(), "test.conllu": trees.String(),
		"families.dbn": folds.String(),
	}
}
