package main

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestRelaxOfTables: a path with several shares of a fit without penalty, of which folds choose one; the whole share of
// one λ is that of the columns that are selected by themselves, and the model says so.
func TestRelaxOfTables(t *testing.T) {
	t.Parallel()
	path := weightsTable(t, []float64{1, 1, 1, 1, 1, 1})
	by := []string{"--data", path, "--target", "y", "--intercept", "--tol", "1e-10"}
	m, w := modelOf(t, append(by, "--penalty", "l1", "--lambda", "0.3max", "--relax", "1")...)
	var dropped []string
	for j, v := range w {
		if v == 0 {
			dropped = append(dropped, string(rune('a'+j)))
		}
	}
	if len(dropped) == 0 || len(dropped) == len(w) || m["relaxed"] != 1. {
		t.Fatalf("weights %v, relaxed by %v", w, m["relaxed"])
	}
	_, u := modelOf(t, append(by, "--drop", strings.Join(dropped, ","))...)
	kept := slices.DeleteFunc(slices.Clone(w), func(v float64) bool { return v == 0 })
	for j, v := range kept {
		if math.Abs(v-u[j]) > 1e-6 {
			t.Errorf("weight %d is %g, and %g of these columns alone", j+1, v, u[j])
		}
	}
	lines := linesOf(t, append(by, "--penalty", "l1", "--path", "6", "--cv", "4", "--relax", "0,0.5,1", "--choose",
		"least", "--figures", t.TempDir())...)
	chosen := 0
	for k, v := range lines {
		share, _ := v["relaxed"].(float64)
		if share != []float64{0, 0.5, 1}[k%3] || k%3 > 0 && v["lambda"] != lines[k-1]["lambda"] {
			t.Errorf("line %d: λ %v, relaxed by %g", k+1, v["lambda"], share)
		}
		if v["cv_chosen"] == true {
			chosen++
		}
	}
	if len(lines) != 18 || chosen != 1 {
		t.Errorf("%d models, %d chosen", len(lines), chosen)
	}
	for args, says := range map[string]string{
		"trace --lambda 1 --relax 1":                          "trace selects none",
		"none --relax 1":                                      "none selects none",
		"l1 --lambda 1 --relax 2":                             "shares are from 0 to 1",
		"l1 --path 5 --relax 1,0.5":                           "and rise",
		"l1 --lambda 1 --relax 0,1":                           "go with --path",
		"l1 --lambda 1 --relax 1 --nonnegative":               "without bounds",
		"l1 --path 5 --relax 1 --criterion bic":               "leave --relax out",
		"l1=0.1,0.2 --penalty slope=0.1 --relax 1":            "goes along λ",
		"l1 --lambda 1 --relax 1 --constraint sum(a,b,c)=0.1": "without bounds",
	} {
		_, stderr, code := call(context.Background(), append(append([]string{"fit"}, by...),
			append([]string{"--penalty"}, strings.Fields(args)...)...)...)
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
}
