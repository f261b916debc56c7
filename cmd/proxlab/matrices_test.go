package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// sales is the file of made-up sales.
func sales(t *testing.T) string {
	t.Helper()
	table, _, code := call(t.Context(), "data", "sample")
	if code != 0 {
		t.Fatal(code)
	}
	return file(t, "houses.csv", table)
}

// TestCovariance: edges, the precision matrix and its inverse go together, and are written for λ and for a choice.
func TestCovariance(t *testing.T) {
	t.Parallel()
	data, dir := sales(t), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	out, stderr, code := call(t.Context(), "covariance", "--data", data, "--drop", "kind", "-o", in("edges.csv"),
		"--precision", in("x.npy"), "--covariance", in("w.npy"), "--figure", in("graph.svg"), "--stability", "4")
	if code != 0 || !strings.Contains(out, "by EBIC (γ = 0.5) of 30") || !strings.Contains(out, "converged") {
		t.Fatal(code, out, stderr)
	}
	const d = 11
	var of [2]*linalg.Dense
	for k, name := range []string{"x.npy", "w.npy"} {
		f, err := datasets.ReadFrame(t.Context(), in(name), datasets.FrameOptions{NoTarget: true})
		if err != nil {
			t.Fatal(err)
		}
		of[k] = linalg.ToDense(f.X)
	}
	product := make([]float64, d*d)
	linalg.Gemm(product, of[0].Data, of[1].Data, d, d, d, false)
	edges := 0
	for k, v := range product {
		one := 0.
		if k%(d+1) == 0 {
			one = 1
		} else if k/d < k%d && of[0].Data[k] != 0 {
			edges++
		}
		if v-one > 1e-9 || one-v > 1e-9 {
			t.Errorf("entry %d of the product is %g", k, v)
		}
	}
	table, err := os.ReadFile(in("edges.csv"))
	if lines := strings.Count(string(table), "\n"); err != nil || lines != edges+1 {
		t.Errorf("%d lines of %d edges, error %v", lines, edges, err)
	}
	if !strings.HasPrefix(string(table), "from,to,precision,partial_correlation,stability\nsize,rooms,") {
		t.Errorf("%s", table)
	}
	out, stderr, code = call(t.Context(), "covariance", "--data", data, "--drop", "kind", "--lambda", "0.5max", "-o", "-",
		"--standardize=false")
	if code != 0 || !strings.HasPrefix(out, "from,to,") || !strings.Contains(stderr, "300 examples of 11 variables") {
		t.Error(code, out, stderr)
	}
	if out, stderr, code = call(t.Context(), "covariance", "--data", data, "--drop", "kind", "--path", "5", "--choose",
		"folds"); code != 0 || !strings.Contains(out, "of 5 by 5 folds") {
		t.Error(code, out, stderr)
	}
}

func TestCovarianceRefuses(t *testing.T) {
	t.Parallel()
	data := sales(t)
	one := file(t, "one.csv", "a,b\n1,2\n")
	constant := file(t, "constant.csv", "a,b\n1,2\n1,3\n1,4\n")
	for want, args := range map[string][]string{
		"--data FILE is needed":  {},
		"--choose":               {"--data", data, "--choose", "aic"},
		"two λ":                  {"--data", data, "--path", "1"},
		"--gamma 2":              {"--data", data, "--gamma", "2"},
		"two folds":              {"--data", data, "--folds", "1"},
		"--tol 0":                {"--data", data, "--tol", "0"},
		"0.1max":                 {"--data", data, "--drop", "kind", "--lambda", "-1"},
		"is no number":           {"--data", data},
		"two examples":           {"--data", one},
		"variable 1 is constant": {"--data", constant},
		"--figure graph.gif":     {"--data", data, "--figure", "graph.gif"},
		"no such file":           {"--data", filepath.Join(t.TempDir(), "none.csv")},
		"--precision":            {"--data", data, "--precision", data},
	} {
		_, stderr, code := call(t.Context(), append([]string{"covariance"}, args...)...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%v: exit code %d, %s, not %q", args, code, stderr, want)
		}
	}
}
