package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// weightsTable is a table of numbers with the columns a to f and y, which is a count, so that every loss takes it; the
// columns are multiplied by factors.
func weightsTable(t *testing.T, factors []float64) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("a,b,c,d,e,f,y\n")
	state := uint64(7)
	draw := func() float64 { // a plain congruential generator: any numbers do
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>11)/(1<<53)*2 - 1
	}
	for range 80 {
		x := make([]float64, 6)
		for j := range x {
			x[j] = draw()
		}
		y := math.Max(0, math.Round(2+2*x[0]-x[1]+0.8*x[2]+x[3]+draw()))
		for j, v := range x {
			b.WriteString(strconv.FormatFloat(v*factors[j], 'g', -1, 64) + ",")
		}
		fmt.Fprintf(&b, "%g\n", y)
	}
	return file(t, "table.csv", b.String())
}

// modelOf fits by the command, and returns what it prints and the weights of its model.
func modelOf(t *testing.T, args ...string) (m map[string]any, w []float64) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.json")
	stdout, stderr, code := call(t.Context(), append([]string{"fit", "--json", "--model", path}, args...)...)
	if code != 0 {
		t.Fatalf("%q: exit code %d: %s", args, code, stderr)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	saved, all := decode(t, string(text))[0], decode(t, stdout)
	for _, v := range saved["weights"].([]any) {
		w = append(w, v.(float64))
	}
	m = all[len(all)-1]
	m["intercept"] = saved["intercept"]
	return m, w
}

// TestPenaltyWeights: weights in the penalty are those of a lasso on columns that are divided by them, by every kind of
// loss, along a path chosen by folds too; where a weight is 0 the slope of the loss is.
func TestPenaltyWeights(t *testing.T) {
	t.Parallel()
	factors := []float64{2, 0.5, 1, 3, 1, 0.25}
	plain := weightsTable(t, []float64{1, 1, 1, 1, 1, 1})
	divided := make([]float64, len(factors))
	for j, f := range factors {
		divided[j] = 1 / f
	}
	other := weightsTable(t, divided)
	weights := file(t, "w.txt", "a 2\n2 0.5 # by number\nd 3\nf 0.25\n")
	for _, way := range []string{
		"--loss squared --lambda 0.05", "--loss poisson --lambda 0.05", "--loss huber --lambda 0.02",
		"--loss quantile --lambda 0.02 --solver composite", "--loss squared --path 20 --cv 4 --choose least",
	} {
		rest := strings.Fields("--target y --intercept --penalty l1 --tol 1e-10 " + way)
		m, w := modelOf(t, append(rest, "--data", plain, "--penalty-weights", weights)...)
		n, u := modelOf(t, append(rest, "--data", other)...)
		if p, q := m["objective"].(float64), n["objective"].(float64); math.Abs(p-q) > 1e-8*math.Abs(q) {
			t.Errorf("%s: P is %.12g, and %.12g of divided columns", way, p, q)
		}
		for j, v := range u {
			if v /= factors[j]; math.Abs(v-w[j]) > 1e-4 {
				t.Errorf("%s: weight %d is %g, and %g of divided columns", way, j+1, w[j], v)
			}
		}
	}

	// Constraints and weights of 0 go together, too; slopes are counted by hand.
	free := file(t, "free.txt", "b 0\ne 0\n")
	for _, way := range []string{"--lambda 10", "--lambda 0.3max", "--lambda 0.1 --nonnegative"} {
		args := strings.Fields("--target y --intercept --penalty l1 --tol 1e-12 " + way)
		m, w := modelOf(t, append(args, "--data", plain, "--penalty-weights", free)...)
		slope := slopes(t, plain, w, m["intercept"])
		for j, g := range slope {
			switch bound := strings.Contains(way, "nonnegative"); {
			case (j == 1 || j == 4) && !(math.Abs(g) < 1e-5 || bound && w[j] < 1e-8 && g > 0):
				t.Errorf("%s: feature %d is not penalized, and its slope is %g at %g", way, j+1, g, w[j])
			case way == "--lambda 10" && j != 1 && j != 4 && w[j] != 0:
				t.Errorf("%s: weight %d is %g", way, j+1, w[j])
			}
		}
	}
}

// slopes are those of ½ the mean squared error.
func slopes(t *testing.T, path string, w []float64, intercept any) []float64 {
	t.Helper()
	b, ok := intercept.(float64)
	if list, is := intercept.([]any); is {
		b, ok = list[0].(float64)
	}
	if !ok {
		t.Fatalf("the intercept is %v", intercept)
	}
	text, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = text.Close() }()
	rows, err := csv.NewReader(text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(w))
	for _, row := range rows[1:] {
		x := make([]float64, len(row))
		for j, cell := range row {
			if x[j], err = strconv.ParseFloat(cell, 64); err != nil {
				t.Fatal(err)
			}
		}
		off := b - x[len(w)]
		for j, v := range w {
			off += v * x[j]
		}
		for j := range w {
			out[j] += off * x[j] / float64(len(rows)-1)
		}
	}
	return out
}

// TestAdaptiveWeights: 1/|w| of a first model is a lasso on columns multiplied by |w|, whatever their units.
func TestAdaptiveWeights(t *testing.T) {
	t.Parallel()
	ones := []float64{1, 1, 1, 1, 1, 1}
	plain := weightsTable(t, ones)
	first := filepath.Join(t.TempDir(), "first.json")
	_, stderr, code := call(t.Context(), strings.Fields("fit --target y --intercept --mu 0.1 --tol 1e-12 --data "+plain+
		" --model "+first)...)
	if code != 0 {
		t.Fatal(stderr)
	}
	_, w := modelOf(t, strings.Fields("--target y --intercept --mu 0.1 --tol 1e-12 --data "+plain)...)
	scaled := slices.Clone(w)
	for j, v := range w {
		scaled[j] = math.Abs(v)
	}
	rest := "--target y --intercept --penalty l1 --lambda 0.05 --tol 1e-12 --data "
	m, _ := modelOf(t, strings.Fields(rest+plain+" --penalty-weights adaptive:"+first)...)
	n, _ := modelOf(t, strings.Fields(rest+weightsTable(t, scaled))...)
	if p, q := m["objective"].(float64), n["objective"].(float64); math.Abs(p-q) > 1e-9*q {
		t.Errorf("P is %.12g, and %.12g of multiplied columns", p, q)
	}
	groups := file(t, "groups.txt", "1\n2\n3\n4\n5\n6\n")
	m, _ = modelOf(t, strings.Fields(strings.Replace(rest, "l1", "group --groups "+groups, 1)+plain+
		" --penalty-weights adaptive:"+first)...)
	if p, q := m["objective"].(float64), n["objective"].(float64); math.Abs(p-q) > 1e-9*q {
		t.Errorf("P is %.12g of groups of one, and %.12g of multiplied columns", p, q)
	}
}

// TestPenaltyWeightsRefuse what is wrong, by file and line.
func TestPenaltyWeightsRefuse(t *testing.T) {
	t.Parallel()
	path := weightsTable(t, []float64{1, 1, 1, 1, 1, 1})
	first := filepath.Join(t.TempDir(), "first.json")
	narrow := strings.Fields("fit --target y --drop a --data " + path + " --model " + first)
	if _, stderr, code := call(context.Background(), narrow...); code != 0 {
		t.Fatal(stderr)
	}
	good := file(t, "good.txt", "a 2\n")
	for args, says := range map[string]string{
		"l1 --lambda 1 --penalty-weights " + file(t, "n", "a -1\n"):         "n:1: field 2: \"-1\" is no weight",
		"l1 --lambda 1 --penalty-weights " + file(t, "x", "zzz 1\n"):        "x:1: field 1: \"zzz\" is no feature",
		"l1 --lambda 1 --penalty-weights " + file(t, "w", "a\n"):            "a feature and its weight are due",
		"l1 --lambda 1 --penalty-weights " + file(t, "two", "a 1\n1 2\n"):   "two:2: field 1: feature 1 is there already",
		"l1 --lambda 1 --penalty-weights nowhere.txt":                       "nowhere.txt",
		"slope --lambda 1 --penalty-weights " + good:                        "in l1 and multitask, not in slope",
		"group --groups columns --lambda 1 --penalty-weights " + good:       "weights of groups stand in",
		"l1 --lambda 1 --penalty-weights adaptive:" + first:                 "has 5 features and 5 weights",
		"l1 --lambda 1 --standardize --penalty-weights adaptive:" + first:   "leave out --standardize",
		"l1 --lambda 1 --model " + good + " --penalty-weights " + good:      "--penalty-weights",
		"l1(L) --map " + good + " --lambda 1 --penalty-weights " + good:     "are those of features in l1",
		"l1 --lambda 1 --penalty-weights " + file(t, "nan", "a NaN\n"):      "is no weight",
		"l1 --lambda 1 --penalty-weights " + file(t, "e", "7 1\n"):          "there is no feature 7",
		"l1 --lambda 0.5max --penalty-weights " + file(t, "inf", "a inf\n"): "is no weight",
	} {
		fields := append(strings.Fields("fit --target y --data "+path+" --penalty"), strings.Fields(args)...)
		_, stderr, code := call(context.Background(), fields...)
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
}
