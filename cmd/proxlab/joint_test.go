package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestJointCovariance: graphs of classes are written with their class, and what is of one graph alone is refused.
func TestJointCovariance(t *testing.T) {
	t.Parallel()
	data, dir := sales(t), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, form := range []string{"group", "fused"} {
		out, stderr, code := call(t.Context(), "covariance", "--data", data, "--by", "kind", "--joint", form, "--path", "6",
			"-o", in("edges.csv"), "--figure", in("graph.svg"))
		if code != 0 || !strings.Contains(out, "300 examples of 11 variables, 3 classes") ||
			!strings.Contains(out, "converged") || !strings.Contains(out, "terraced") {
			t.Fatal(form, code, out, stderr)
		}
		table, err := os.ReadFile(in("edges.csv"))
		if err != nil || !strings.HasPrefix(string(table), "kind,from,to,precision,partial_correlation\ndetached,") {
			t.Errorf("%s, error %v", table, err)
		}
	}
	out, stderr, code := call(t.Context(), "covariance", "--data", data, "--by", "kind", "--lambda", "0.3max")
	if code != 0 {
		t.Error(out, stderr)
	}
	for _, args := range [][]string{
		{"--by", "kind", "--joint", "both"}, {"--by", "kind", "--stability", "3"}, {"--by", "kind", "--share", "-1"},
		{"--by", "colour"}, {"--by", "price", "--drop", "kind"}, {"--by", "kind", "--lambda", "much"},
	} {
		_, stderr, code := call(t.Context(), append([]string{"covariance", "--data", data}, args...)...)
		if code == 0 || stderr == "" {
			t.Errorf("%q is taken", args)
		}
	}
}
