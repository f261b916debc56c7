package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDiff tells what differs between fits, models and sweeps, and why it may.
func TestDiff(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	stdout, stderr, code := call(t.Context(), "data", "sample")
	if code != 0 {
		t.Fatal(stderr)
	}
	data := file(t, "houses.csv", stdout)
	paths := map[string]string{}
	for _, lambda := range []string{"0.1max", "0.2max"} {
		model := filepath.Join(dir, lambda+".json")
		stdout, stderr, code := call(t.Context(), "fit", "--data", data, "--target", "price", "--drop", "kind", "--penalty",
			"l1", "--lambda", lambda, "--intercept", "--model", model, "--json")
		if code != 0 {
			t.Fatal(stderr)
		}
		paths["model "+lambda], paths["fit "+lambda] = model, file(t, lambda, stdout)
	}
	sweepOf(t, filepath.Join(dir, "two"), 2)
	sweepOf(t, filepath.Join(dir, "three"), 3)
	for _, c := range []struct {
		a, b string
		code int
		says []string
	}{
		{paths["model 0.1max"], paths["model 0.1max"], 0, []string{"results are the same."}},
		{paths["model 0.1max"], paths["model 0.2max"], 0, []string{"lambda", "weights/1", "the settings differ"}},
		{paths["fit 0.1max"], paths["fit 0.2max"], 0, []string{"lambda", "objective", "the settings differ"}},
		{filepath.Join(dir, "two"), filepath.Join(dir, "three"), 0, []string{`"Seed":2`, "only one has them"}},
		{paths["model 0.1max"], data, 1, []string{"is no record, model or output of --json"}},
		{paths["model 0.1max"], filepath.Join(dir, "nothing"), 1, []string{"no such file"}},
		{dir, dir, 1, []string{"has no plan"}},
	} {
		stdout, stderr, code := call(t.Context(), "diff", c.a, c.b, "--most", "0")
		for _, want := range c.says {
			if code != c.code || !strings.Contains(stdout+stderr, want) {
				t.Errorf("%s and %s: exit code %d, not %d; it says no %q:\n%s%s", c.a, c.b, code, c.code, want, stdout, stderr)
			}
		}
	}
	stdout, _, code = call(t.Context(), "diff", paths["fit 0.1max"], paths["fit 0.2max"], "--json")
	if v := decode(t, stdout)[0]; code != 0 || v["why"] == nil || v["differs"] == nil {
		t.Errorf("exit code %d: %v", code, v)
	}
}
