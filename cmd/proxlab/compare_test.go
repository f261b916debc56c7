package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/sweep"
)

// sweepOf runs a sweep of two methods on two data sets over some seeds, kept in a folder.
func sweepOf(t *testing.T, dir string, seeds int) {
	t.Helper()
	type setting struct {
		Method, Data string
		Seed         int
	}
	type found struct {
		Error         float64
		Seconds, Gaps []float64
	}
	s := sweep.Sweep[setting, found]{Name: "race", Version: 1}
	for _, m := range []string{"slow", "quick"} {
		for _, d := range []string{"small", "large"} {
			for seed := range seeds {
				s.Settings = append(s.Settings, setting{m, d, seed})
			}
		}
	}
	s.Work = func(_ context.Context, x setting) (found, error) {
		off, rng := map[string]float64{"slow": 2, "quick": 1}[x.Method], rand.New(rand.NewPCG(uint64(x.Seed), 0))
		return found{off + rng.Float64(), []float64{off, 2 * off}, []float64{1, 1e-7}}, nil
	}
	if _, err := s.Run(t.Context(), plan.Options{Folder: dir}); err != nil {
		t.Fatal(err)
	}
}

// TestCompare compares the methods of a sweep, and writes tables and figures.
func TestCompare(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "comparison")
	sweepOf(t, dir, 6)
	stdout, stderr, code := call(t.Context(), "compare", dir, "--measure", "Error", "--time", "Seconds", "--gap", "Gaps",
		"--out", out)
	for _, want := range []string{
		"slow, beside quick: worse on small, large.", "All of 2 comparisons are decided",
		"over 12 runs (there are fewer than five data sets",
		"quick before slow", "and within twice as much, on shares of 12 problems: slow 0 % and 100 %",
	} {
		if !strings.Contains(stdout, want) || code != 0 {
			t.Errorf("exit code %d: it does not say %q:\n%s%s", code, want, stdout, stderr)
		}
	}
	for _, name := range []string{
		"means", "differences", "ranks", "pairs", "means.pdf", "differences.html", "ranks.png", "performance.svg",
		"time-to-gap.pdf",
	} {
		if !strings.Contains(name, ".") {
			name += ".tex"
		}
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, c := range []struct {
		words, says string
		code        int
	}{
		{dir + " --measure Nothing", "they have Data, Error, Gaps, Method, Seconds, Seed", 2},
		{dir + " --measure Error --time Seconds", "go together", 2},
		{out, "has no plan", 1},
		{"", "usage", 2},
	} {
		_, stderr, code := call(t.Context(), append([]string{"compare"}, strings.Fields(c.words)...)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d, not %d; it says %q, not %q", c.words, code, c.code, stderr, c.says)
		}
	}
	if stdout, _, code := call(t.Context(), "compare", dir, "--measure", "Error", "--json"); code != 0 ||
		len(decode(t, stdout)[0]["says"].([]any)) < 4 { //nolint:forcetypeassert // it is a list, or the test fails
		t.Errorf("exit code %d: %s", code, stdout)
	}
}
