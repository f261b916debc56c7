package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
)

// tall writes a table of 12 features that needs more than 64 MB in memory, with labels and a target: the same rows
// again and again.
func tall(t *testing.T) string {
	t.Helper()
	t.Setenv(datasets.Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	rng := rand.New(rand.NewPCG(4, 4))
	head := ""
	for j := range 12 {
		head += fmt.Sprintf("x%d,", j)
	}
	var b strings.Builder
	const rows, times = 8000, 20
	for range rows {
		f := 0.3
		for j := range 12 {
			v := rng.IntN(19) - 9
			if j%3 == 0 {
				f += 0.1 * float64(v)
			}
			fmt.Fprintf(&b, "%d,", v)
		}
		kind := "low"
		if f+rng.NormFloat64() > 0 {
			kind = "high"
		}
		fmt.Fprintf(&b, "%s,%.3f\n", kind, f+rng.NormFloat64())
	}
	return file(t, "tall.csv", head+"kind,y\n"+strings.Repeat(b.String(), times))
}

// TestFitLarger than memory: with --memory a table is converted once and fitted by passes, with the objective of the
// fit in memory, and the model predicts.
func TestFitLarger(t *testing.T) {
	path := tall(t)
	for _, args := range []string{
		"--target y --drop kind --loss squared --penalty l1 --lambda 0.1max --intercept --standardize",
		"--target kind --drop y --loss logistic --penalty l1 --lambda 0.05max --intercept --standardize",
	} {
		saved := filepath.Join(t.TempDir(), "m.json")
		command := "fit --data " + path + " --json " + args
		out, said, code := call(t.Context(), strings.Fields(command+" --memory 64MB --model "+saved)...)
		if code != 0 || !strings.Contains(said, ".blocks") || !strings.Contains(said, "were read") {
			t.Fatal(code, said)
		}
		large := decode(t, out)[0]
		if large["solver"] != "passes-over-blocks" || large["status"] != "converged" {
			t.Errorf("%s: %v", args, large)
		}
		out, said, code = call(t.Context(), strings.Fields(command)...)
		if code != 0 {
			t.Fatal(code, said)
		}
		small := decode(t, out)[0]
		off := math.Abs(large["objective"].(float64) - small["objective"].(float64))
		if bound := large["gap"].(float64) + small["gap"].(float64); off > bound || large["n"] != small["n"] {
			t.Errorf("%s: by passes %v, in memory %v", args, large, small)
		}
		if _, said, code = call(t.Context(), "predict", "--model", saved, "--data", path); code != 0 {
			t.Error(said)
		}
	}
}

// TestFitLargerGoesOn: a fit that ends before its tolerance is kept beside the blocks, and the same command goes on
// from there; a damaged block, or a file of the fit that is damaged, is no end of it.
func TestFitLargerGoesOn(t *testing.T) {
	path := tall(t)
	command := strings.Fields("fit --target kind --drop y --loss logistic --penalty l1 --lambda 0.01max --intercept " +
		"--json --memory 64MB --data " + path)
	text := strings.Replace(strings.Join(command, " "), "--json ", "--time-limit 1ns ", 1)
	told, said, code := call(t.Context(), strings.Fields(text)...)
	if code != 3 || !strings.Contains(told, "nothing is known of the objective yet") ||
		!strings.Contains(said, "before a gap was known") || strings.Contains(told+said, "NaN") {
		t.Error(code, told, said)
	}
	_, said, code = call(t.Context(), append(command, "--max-iter", "2")...)
	if code != 3 || !strings.Contains(said, "the same command goes on from here") { // --max-iter
		t.Fatal(code, said)
	}
	out, said, code := call(t.Context(), command...)
	if code != 0 || !strings.Contains(said, "goes on where it ended before, after 2 passes") {
		t.Fatal(code, said)
	}
	if kept, _ := filepath.Glob(path + "*.fit"); kept != nil {
		t.Errorf("%v is left of a fit that is done", kept)
	}
	first := decode(t, out)[0]
	found, _ := filepath.Glob(path + "*.blocks")
	if len(found) != 1 {
		t.Fatal(found)
	}
	if err := os.WriteFile(found[0]+".fit", []byte(`{"Settings":`), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, said, code = call(t.Context(), command...); code != 0 || strings.Contains(said, "goes on") ||
		decode(t, out)[0]["objective"].(float64)-first["objective"].(float64) > first["gap"].(float64) {
		t.Error(code, out, said)
	}
	content, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(found[0], content, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, said, code = call(t.Context(), command...); code != 1 || !strings.Contains(said, "delete the file") {
		t.Error(code, said)
	}
}

// TestFitLargerFaults: what --memory cannot do is said.
func TestFitLargerFaults(t *testing.T) {
	path := tall(t)
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"--memory much", 2, "a size is due"},
		{"--memory 5MB", 2, "64 MB at least"},
		{"--memory -4GB", 2, "a size is due"},
		{"--memory 64MB --loss ordinal --penalty l1 --lambda 1", 2, "for squared, huber, squared-eps"},
		{"--memory 64MB", 2, "need --mu"},
		{"--memory 64MB --mu 1 --loss hinge --weights x1", 2, "a hinge without --weights"},
		{"--memory 64MB --loss quantile --mu 1", 2, "no end for kinks"},
		{"--memory 64MB --penalty l1 --path 5 --criterion bic", 2, "no --criterion"},
		{"--memory 64MB --mu 1 --solver fista", 2, "no --warm, --solver"},
		{"--memory 64MB --mu 1 --target y.npy", 2, "in the file itself"},
		{"--memory 64MB --mu 1 --class-weight balanced --loss hinge --target kind --drop y", 1, "a hinge knows no weights"},
		{"--memory 64MB --penalty l1 --lambda 1 --nonnegative", 2, "--nonnegative and --bounds"},
		{"--memory 64MB --mu 1 --intervals 0.9", 2, "--intervals and --relax"},
		{"--memory 64MB --mu 1 --missing median", 2, "a median takes all values"},
		{"--memory 64MB --mu 1 --target y", 1, `"kind"`},
		{"--memory 64MB --mu 1 --target y,none --drop kind", 1, `no column "none"`},
		{"--memory 64MB --mu 1 --target kind,y --loss logistic", 1, "columns of numbers"},
		{"--memory 64MB --mu 1 --target y --drop kind --loss logistic", 1, "more than 100 different values"},
		{"--memory 64MB --penalty l1 --lambda soon --target y --drop kind", 2, "a positive number is due"},
	} {
		_, said, code := call(t.Context(), append([]string{"fit", "--data", path}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(said, c.says) {
			t.Errorf("%s: %d %s, not %d %q", c.args, code, said, c.code, c.says)
		}
	}
}
