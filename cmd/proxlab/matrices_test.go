package main

import (
	"fmt"
	"math"
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

// TestDictionary: atoms are learnt and code other rows; nonnegative factors have their product near the table.
func TestDictionary(t *testing.T) {
	t.Parallel()
	data, dir := sales(t), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	numbers := []string{"--data", data, "--drop", "kind,distance,quiet,floor,balcony,parking,noise,garden"}
	matrix := func(name string) *linalg.Dense {
		t.Helper()
		f, err := datasets.ReadFrame(t.Context(), in(name), datasets.FrameOptions{NoTarget: true})
		if err != nil {
			t.Fatal(err)
		}
		return linalg.ToDense(f.X)
	}
	for _, how := range [][]string{
		{"--lambda", "5"}, {"--nonzeros", "2", "--best-fit"}, {"--lambda", "5", "--group", "2"},
	} {
		args := append(append([]string{"dictionary", "learn", "--atoms", "3", "-o", in("atoms.npy"), "--codes",
			in("first.npy"), "--figure", in("atoms.svg"), "--passes", "2"}, numbers...), how...)
		out, stderr, code := call(t.Context(), args...)
		if code != 0 || !strings.Contains(out, "300 rows of 4 numbers, 3 atoms") || !strings.Contains(out, "local answer") {
			t.Fatal(code, out, stderr)
		}
		args = append(append([]string{"dictionary", "encode", in("atoms.npy"), "-o", in("second.npy")}, numbers...), how...)
		if out, stderr, code = call(t.Context(), args...); code != 0 || !strings.Contains(out, "nonzeros a row") {
			t.Fatal(code, out, stderr)
		}
		first, second := matrix("first.npy"), matrix("second.npy")
		for k, v := range first.Data {
			if v != second.Data[k] {
				t.Fatalf("code %d is %g, and %g anew", k, v, second.Data[k])
			}
		}
		if d := matrix("atoms.npy"); d.R != 3 || d.C != 4 {
			t.Errorf("atoms of %d × %d", d.R, d.C)
		}
	}
	encode := append([]string{"dictionary", "encode", in("atoms.npy"), "-o", in("pairs.npy"), "--nonzeros", "1",
		"--together", "2"}, numbers...)
	if out, stderr, code := call(t.Context(), encode...); code != 0 {
		t.Fatal(code, out, stderr)
	}
	pairs := matrix("pairs.npy")
	for i := 0; i < pairs.R; i += 2 {
		for j, v := range pairs.Row(i) {
			if (v == 0) != (pairs.At(i+1, j) == 0) {
				t.Errorf("row %d takes atom %d, or the next row does, alone", i+1, j+1)
			}
		}
	}
	out, stderr, code := call(t.Context(), append([]string{"dictionary", "learn", "--nmf", "--atoms", "4", "-o",
		in("d.npy"), "--codes", in("a.npy"), "--passes", "5", "--starts", "2"}, numbers...)...)
	if code != 0 || !strings.Contains(out, "local minimum") {
		t.Fatal(code, out, stderr)
	}
	a, d := matrix("a.npy"), matrix("d.npy")
	product := make([]float64, a.R*d.C)
	linalg.Gemm(product, a.Data, d.Data, a.R, a.C, d.C, false)
	if v := product[0]; v < 80 || v > 90 { // the size of the first house is 86
		t.Errorf("the first entry is %g", v)
	}
}

func TestDictionaryRefuses(t *testing.T) {
	t.Parallel()
	data := sales(t)
	atoms := file(t, "atoms.csv", "a\n1\n")
	out := filepath.Join(t.TempDir(), "out.npy")
	for want, args := range map[string][]string{
		"-o ATOMS is needed": {"learn", "--data", data, "--atoms", "2", "--lambda", "1"},
		"--atoms 0":          {"learn", "--data", data, "--lambda", "1", "-o", out},
		"--lambda 0":         {"learn", "--data", data, "--atoms", "2", "-o", out},
		"--passes 0":         {"learn", "--data", data, "--atoms", "2", "--passes", "0", "-o", out},
		"give one of both":   {"learn", "--data", data, "--atoms", "2", "--lambda", "1", "--nonzeros", "1", "-o", out},
		"--nonnegative is":   {"learn", "--data", data, "--atoms", "2", "--nonnegative", "--nonzeros", "1", "-o", out},
		"--group -1":         {"learn", "--data", data, "--atoms", "2", "--lambda", "1", "--group", "-1", "-o", out},
		"γ = -1 of sparse atoms": {"learn", "--data", data, "--drop", "kind", "--atoms", "2", "--lambda", "1", "-o", out,
			"--sparse-atoms", "-1"},
		"--nmf has no λ":          {"learn", "--data", data, "--atoms", "2", "--nmf", "--lambda", "1", "-o", out},
		"finite and not negative": {"learn", "--data", data, "--drop", "kind", "--atoms", "2", "--nmf", "-o", out},
		"square pictures": {"learn", "--data", data, "--drop", "kind", "--atoms", "2", "--lambda", "1", "-o", out, "--figure",
			filepath.Join(t.TempDir(), "a.svg")},
		"-o CODES is needed": {"encode", atoms, "--data", data, "--lambda", "1"},
		"atoms.csv":          {"encode", atoms, "--data", data, "--lambda", "1", "-o", out},
	} {
		_, stderr, code := call(t.Context(), append([]string{"dictionary"}, args...)...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%v: exit code %d, %s, not %q", args, code, stderr, want)
		}
	}
}

// rated are triples of a matrix of rank one with offsets, by names, and those that are left out.
func rated() (known, asked string, truth []float64) {
	known, asked = "user,film,stars\n", "film,user\n"
	for i := range 20 {
		for j := range 15 {
			v := 3 + 0.1*float64(i) - 0.05*float64(j) + float64(i%3-1)*float64(j%4-1)
			if (3*i+7*j)%5 < 3 {
				known += fmt.Sprintf("u%d,f%d,%g\n", i, j, v)
			} else {
				asked += fmt.Sprintf("f%d,u%d\n", j, i)
				truth = append(truth, v)
			}
		}
	}
	return known, asked + "new,u1\n", truth
}

// TestComplete: what is asked for is predicted, and what has a new name by an offset.
func TestComplete(t *testing.T) {
	t.Parallel()
	known, asked, truth := rated()
	data, pairs := file(t, "ratings.csv", known), file(t, "pairs.csv", asked)
	to := filepath.Join(t.TempDir(), "out.csv")
	out, stderr, code := call(t.Context(), "complete", "--data", data, "--predict", pairs, "--rows", "user", "--columns",
		"film", "--values", "stars", "--ridge", "0.1", "-o", to)
	if code != 0 || !strings.Contains(out, "180 values of 20 rows") || !strings.Contains(out, "by 5 folds") {
		t.Fatal(code, out, stderr)
	}
	table, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	if len(lines) != len(truth)+2 || lines[0] != "user,film,stars" || !strings.HasPrefix(lines[1], "u0,f2,") {
		t.Fatalf("%d lines: %q", len(lines), lines[:2])
	}
	var square float64
	for k, want := range truth {
		var got float64
		if _, err := fmt.Sscan(lines[k+1][strings.LastIndex(lines[k+1], ",")+1:], &got); err != nil {
			t.Fatal(err)
		}
		square += (got - want) * (got - want) / float64(len(truth))
	}
	if math.Sqrt(square) > 0.5 {
		t.Errorf("the error is %g", math.Sqrt(square))
	}
	features := "user,third,since\n" // of users, of whom u99 has no stars
	for i := range 20 {
		features += fmt.Sprintf("u%d,%s,%d\n", i, []string{"no", "some", "yes"}[i%3], i)
	}
	with, cold := file(t, "users.csv", features+"u99,yes,0\n"), file(t, "cold.csv", "film,user\nf3,u99\nf1,u99\n")
	out, stderr, code = call(t.Context(), "complete", "--data", data, "--row-features", with, "--lambda", "0.02max",
		"--ridge", "50", "--predict", cold)
	var high, low float64 // 4.85 and 2.95
	if _, err := fmt.Sscanf(out, "user,film,stars\nu99,f3,%g\nu99,f1,%g\n", &high, &low); code != 0 || err != nil ||
		math.Abs(high-4.85) > 0.5 || math.Abs(low-2.95) > 0.5 {
		t.Error(code, err, out, stderr)
	}
	out, stderr, code = call(t.Context(), "complete", "--data", data, "--lambda", "0.2max")
	if code != 0 || !strings.Contains(out, "above the minimum: converged") {
		t.Error(code, out, stderr)
	}
}

func TestCompleteRefuses(t *testing.T) {
	t.Parallel()
	known, asked, _ := rated()
	data, pairs := file(t, "ratings.csv", known), file(t, "pairs.csv", asked)
	users := "user,a\n"
	for i := range 20 {
		users += fmt.Sprintf("u%d,%d\n", i, i)
	}
	for want, args := range map[string][]string{
		"--data FILE is needed": {},
		"two are the least":     {"--data", data, "--folds", "1"},
		"--ridge 0":             {"--data", data, "--ridge", "0"},
		"--tol 0":               {"--data", data, "--tol", "0"},
		"-o is of what":         {"--data", data, "-o", pairs},
		"no column \"movie\"":   {"--data", data, "--columns", "movie"},
		"no finite number":      {"--data", file(t, "a.csv", "a,b,c\nx,y,many\n")},
		"3 are due":             {"--data", file(t, "b.csv", "a,b\nx,y\n")},
		"there is no name":      {"--data", file(t, "c.csv", "a,b,c\n,y,1\n")},
		"lines 2 and 4 are of":  {"--data", file(t, "d.csv", "a,b,c\nx,y,1\nx,z,1\nx,y,2\n"), "--lambda", "1"},
		"nothing else":          {"--data", file(t, "e.csv", "a,b,c\n")},
		"the file is empty":     {"--data", file(t, "f.csv", "")},
		"0.1max":                {"--data", data, "--lambda", "0"},
		"a largest rank is of":  {"--data", data, "--row-features", file(t, "i.csv", users), "--rank", "2"},
		"no features of":        {"--data", data, "--row-features", file(t, "g.csv", "user,a\nu1,2\n")},
		"are both of \"u1\"":    {"--data", data, "--row-features", file(t, "h.csv", "user,a\nu1,2\nu1,3\n")},
	} {
		_, stderr, code := call(t.Context(), append([]string{"complete"}, args...)...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%v: exit code %d, %s, not %q", args, code, stderr, want)
		}
	}
}
