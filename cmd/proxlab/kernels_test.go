package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/array"
)

// kernelTable is a table of two numbers, a text and a label, which has both signs alike, or a good word.
func kernelTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("a,b,text,label\n")
	for i := range 80 {
		x, y, label := math.Sin(float64(i)), math.Cos(float64(i*i)), "no"
		text := []string{"good day", "bad day", "good night", "bad night"}[i%4]
		if x*y+1-2*float64(i%2) > 0.5 {
			label = "yes"
		}
		fmt.Fprintf(&b, "%.4f,%.4f,%s,%s\n", x, y, text, label)
	}
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFitKernels: machines of numbers and texts are learnt, saved with what supports them, and predict.
func TestFitKernels(t *testing.T) {
	t.Parallel()
	table := kernelTable(t)
	file := filepath.Join(filepath.Dir(table), "m.km")
	for _, more := range [][]string{
		{"--loss", "hinge", "--mu", "0.01"},
		{"--loss", "hinge", "--lambda", "0.02"},
		{"--loss", "logistic", "--mu", "0.01", "--block-norm", "1"},
		{"--loss", "hinge", "--path", "3", "--cv", "3", "--standardize"},
	} {
		out, stderr, code := call(t.Context(), append([]string{
			"fit", "--data", table, "--target", "label", "--kernel", "gaussian:auto", "--kernel",
			"normalized(spectrum:3@text)", "--intercept", "--json", "--explain", "--model", file,
		}, more...)...)
		if code != 0 {
			t.Fatal(more, stderr)
		}
		var l struct {
			Objective, Gap float64
			Norms          []float64
			Status         string
		}
		if err := json.Unmarshal([]byte(strings.SplitN(out, "\n", 2)[0]), &l); err != nil || l.Status != "converged" ||
			l.Gap > 1e-6*l.Objective || len(l.Norms) != 2 {
			t.Errorf("%v: %s (%v)", more, out, err)
		}
		out, stderr, code = call(t.Context(), "predict", "--model", file, "--data", table, "--json")
		var p struct{ Accuracy float64 }
		if err := json.Unmarshal([]byte(out), &p); code != 0 || err != nil || p.Accuracy < 0.8 {
			t.Errorf("%v: %s %s", more, out, stderr)
		}
	}
	out, _, code := call(t.Context(), "fit", "--data", table, "--drop", "label", "--loss", "one-class", "--nu", "0.2",
		"--kernel", "gaussian:1", "--kernel", "words:1@text")
	if code != 0 || !strings.Contains(out, "one-class loss") {
		t.Error(code, out)
	}
}

// TestKernelsRefuse: what does not go with kernels is named.
func TestKernelsRefuse(t *testing.T) {
	t.Parallel()
	table := kernelTable(t)
	for want, args := range map[string][]string{
		"--mu is missing":                     {"--kernel", "linear@a"},
		"--penalty l1 does not go":            {"--kernel", "linear@a", "--mu", "1", "--penalty", "l1"},
		"--groups does not go":                {"--kernel", "linear@a", "--mu", "1", "--groups", "x"},
		"--nu goes with --kernel":             {"--mu", "1", "--nu", "0.1"},
		"there is no kernel":                  {"--drop", "text", "--kernel", "lin", "--mu", "1"},
		"its numbers must be positive":        {"--drop", "text", "--kernel", "gaussian:0", "--mu", "1"},
		`column "text"`:                       {"--kernel", "gaussian:1@text", "--mu", "1"},
		"give one of both":                    {"--kernel", "linear", "--precomputed", "--mu", "1"},
		"has 2 columns":                       {"--drop", "text", "--precomputed", "--mu", "1"},
		"--choose":                            {"--kernel", "linear", "--mu", "1", "--choose", "x"},
		"--lambda 0.1max":                     {"--kernel", "linear", "--lambda", "0.1max"},
		"--tau is a parameter":                {"--tau", "0.2", "--mu", "1"},
		"--delta does not go":                 {"--kernel", "linear", "--mu", "1", "--delta", "2"},
		`there is no column "c"`:              {"--drop", "text", "--kernel", "linear@c", "--mu", "1"},
		"block norm has p = 5":                {"--drop", "text", "--kernel", "linear", "--mu", "1", "--block-norm", "5"},
		"--cache 0":                           {"--kernel", "linear", "--mu", "1", "--cache", "0"},
		"81 folds of 80 examples: 2 at least": {"--drop", "text", "--kernel", "linear", "--mu", "1", "--cv", "81"},
	} {
		all := append([]string{"fit", "--data", table, "--target", "label", "--loss", "hinge"}, args...)
		if _, stderr, code := call(t.Context(), all...); code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%v: %d, %q does not say %q", args, code, stderr, want)
		}
	}
	long, _, _ := call(t.Context(), "help", "kernels")
	if !strings.Contains(long, "spectrum:k@TEXT") {
		t.Error(long)
	}
}

// TestPrecomputed: matrices side by side are kernels, of which one that is none is named.
func TestPrecomputed(t *testing.T) {
	t.Parallel()
	const n = 12
	folder := t.TempDir()
	save := func(name string, shape []int, v []float64) string {
		path := filepath.Join(folder, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := array.SaveNPY(f, shape, v); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		return path
	}
	k, y, bad := make([]float64, 0, 2*n*n), make([]float64, n), make([]float64, n*n)
	for i := range n {
		y[i] = math.Copysign(1, math.Sin(float64(i)))
		for j := range n {
			k = append(k, y[i]*math.Sin(float64(j))*math.Abs(math.Sin(float64(i))))
			bad[i*n+j] = float64(1 + i + j)
		}
		for j := range n {
			k = append(k, math.Exp(-math.Abs(float64(i-j))))
		}
	}
	data, target := save("k.npy", []int{n, 2 * n}, k), save("y.npy", []int{n}, y)
	model := filepath.Join(folder, "m.km")
	if _, stderr, code := call(t.Context(), "fit", "--data", data, "--target", target, "--precomputed", "--loss", "hinge",
		"--mu", "0.01", "--block-norm", "1.5", "--model", model); code != 0 {
		t.Fatal(stderr)
	}
	out, stderr, code := call(t.Context(), "predict", "--model", model, "--data", data, "--target", target)
	if code != 0 || !strings.Contains(out, "accuracy") {
		t.Error(out, stderr)
	}
	_, stderr, code = call(t.Context(), "fit", "--data", save("bad.npy", []int{n, n}, bad), "--target", target,
		"--precomputed", "--loss", "hinge", "--mu", "1")
	if code == 0 || !strings.Contains(stderr, "matrix 1: the Gram matrix is not positive semidefinite") {
		t.Error(stderr)
	}
	_, stderr, code = call(t.Context(), "predict", "--model", model, "--data", save("few.npy", []int{3, 8}, k[:24]))
	if code == 0 || !strings.Contains(stderr, "3 × 12 is due") {
		t.Error(stderr)
	}
}

// TestSparseKernels: rows of an SVMlight file are left sparse, and the machine is that of the same table laid out; it
// predicts from a file whose last columns do not occur.
func TestSparseKernels(t *testing.T) {
	t.Parallel()
	const n, d = 60, 300
	folder := t.TempDir()
	var rows, table strings.Builder
	for j := range d {
		fmt.Fprintf(&table, "x%d,", j+1)
	}
	table.WriteString("y\n")
	for i := range n {
		at := []int{i % 4, 10 + 7*i%200, 250 + i%50}
		label := 1 - 2*(i%4/2)
		fmt.Fprintf(&rows, "%d", label)
		cells := slices.Repeat([]string{"0"}, d)
		for k, j := range at {
			fmt.Fprintf(&rows, " %d:%d", j+1, k+1)
			cells[j] = strconv.Itoa(k + 1)
		}
		rows.WriteByte('\n')
		fmt.Fprintf(&table, "%s,%d\n", strings.Join(cells, ","), label)
	}
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	sparse, laid := file("x.svmlight", rows.String()), file("x.csv", table.String())
	few, model := file("few.svmlight", "1 1:1\n-1 3:1\n"), filepath.Join(folder, "m.km")
	var objectives [2]float64
	for way, args := range [][]string{{"--data", laid, "--target", "y"}, {"--data", sparse, "--model", model}} {
		out, stderr, code := call(t.Context(), append([]string{
			"fit", "--loss", "hinge", "--mu", "0.01", "--intercept", "--json", "--kernel", "gaussian:auto", "--kernel",
			"laplace:2",
		}, args...)...)
		var l struct{ Objective float64 }
		if err := json.Unmarshal([]byte(out), &l); code != 0 || err != nil {
			t.Fatal(args, out, stderr)
		}
		objectives[way] = l.Objective
	}
	if a, b := objectives[0], objectives[1]; math.Abs(a-b) > 1e-5*a {
		t.Errorf("of rows laid out %g, of sparse ones %g", a, b)
	}
	for _, data := range []string{sparse, few} {
		out, stderr, code := call(t.Context(), "predict", "--model", model, "--data", data, "--json")
		var p struct{ Accuracy float64 }
		if err := json.Unmarshal([]byte(out), &p); code != 0 || err != nil || p.Accuracy != 1 {
			t.Errorf("%s: %s %s", data, out, stderr)
		}
	}
	many := file("many.svmlight", strings.Repeat("1 1:1\n-1 2:1\n", 200_000))
	_, stderr, code := call(t.Context(), "fit", "--loss", "logistic", "--mu", "1", "--data", many, "--kernel", "linear")
	if code == 0 || !strings.Contains(stderr, "400000 examples and 1 kernel need about 3576.28 GiB of memory") {
		t.Error(code, stderr)
	}
	_, stderr, code = call(t.Context(), "fit", "--loss", "hinge", "--mu", "1", "--data", sparse, "--kernel", "linear@301")
	if code == 0 || !strings.Contains(stderr, "those of sparse rows are 1 to 300") {
		t.Error(code, stderr)
	}
}
