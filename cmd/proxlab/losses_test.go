package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// counts writes a table of times, events, counts and numbers of 80 examples.
func counts(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, 141))
	var b strings.Builder
	b.WriteString("time,died,count,value,dose,age\n")
	for range 80 {
		dose, age := rng.NormFloat64(), rng.NormFloat64()
		f := dose - 0.5*age
		fmt.Fprintf(&b, "%g,%d,%d,%g,%g,%g\n", math.Ceil(9*rng.ExpFloat64()*math.Exp(-f)), min(1, rng.IntN(4)),
			int(math.Exp(0.5*f)+rng.Float64()), 10+f+rng.NormFloat64(), dose, age)
	}
	return file(t, "counts.csv", b.String())
}

// TestFitLosses fits and predicts by the commands alone, with the measures of each loss.
func TestFitLosses(t *testing.T) {
	t.Parallel()
	data := counts(t)
	for _, c := range []struct{ target, drop, flags, measure string }{
		{"value", "time,died,count", "--loss huber --delta 0.7 --intercept", "huber loss"},
		{"value", "time,died,count", "--loss quantile --tau 0.8 --intercept", "quantile loss"},
		{"value", "time,died,count", "--loss epsilon-insensitive --epsilon 0.3 --intercept", "epsilon-insensitive loss"},
		{"value", "time,died,count", "--loss squared-epsilon-insensitive", "squared-epsilon-insensitive loss"},
		{"count", "time,died,value", "--loss poisson --intercept", "Poisson deviance"},
		{"died", "time,count,value", "--loss squared-hinge --intercept", "accuracy"},
		{"died", "time,count,value", "--loss hinge --intercept", "accuracy"},
		{"time", "count,value", "--loss cox --event died", "concordance index"},
	} {
		model := filepath.Join(t.TempDir(), "model.json")
		words := append([]string{"fit", "--data", data, "--target", c.target, "--drop", c.drop, "--penalty", "l1",
			"--lambda", "0.05max", "--cv", "3", "--model", model, "--json"}, strings.Fields(c.flags)...)
		stdout, stderr, code := call(t.Context(), words...)
		if code != 0 {
			t.Fatalf("%s: exit code %d: %s%s", c.flags, code, stdout, stderr)
		}
		v := decode(t, stdout)[0]
		expect(t, v, map[string]any{"status": "converged", "gap_kind": "duality", "d": 2.})
		words = []string{"predict", "--model", model, "--data", data}
		if strings.Contains(c.flags, "cox") {
			words = append(words, "--event", "died")
		}
		if stdout, stderr, code = call(t.Context(), words...); code != 0 || !strings.Contains(stdout, c.measure) {
			t.Errorf("%s: exit code %d: %s%s", c.flags, code, stdout, stderr)
		}
	}
}

// TestPredictCounts: predictions of counts are written as means, with the scores that are their logarithms.
func TestPredictCounts(t *testing.T) {
	t.Parallel()
	data, dir := counts(t), t.TempDir()
	model, out := filepath.Join(dir, "model.json"), filepath.Join(dir, "out.csv")
	if stdout, stderr, code := call(t.Context(), "fit", "--data", data, "--target", "count", "--drop", "time,died,value",
		"--loss", "poisson", "--penalty", "none", "--mu", "0.01", "--intercept", "--model", model); code != 0 {
		t.Fatal(stdout, stderr)
	}
	if stdout, stderr, code := call(t.Context(), "predict", "--model", model, "--data", data, "--out", out); code != 0 {
		t.Fatal(stdout, stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || strings.Join(rows[0], " ") != "target mean prediction" {
		t.Fatal(rows[0], err)
	}
	var means, targets float64
	for _, row := range rows[1:] {
		var v [3]float64
		for k := range v {
			if v[k], err = strconv.ParseFloat(row[k], 64); err != nil {
				t.Fatal(err)
			}
		}
		if math.Abs(math.Exp(v[2])-v[1]) > 1e-12*v[1] {
			t.Errorf("the mean is %g and the prediction %g", v[1], v[2])
		}
		targets += v[0]
		means += v[1]
	}
	if math.Abs(means-targets) > 1e-5*targets { // the intercept has no penalty
		t.Errorf("means sum to %g, counts to %g", means, targets)
	}
}

// TestLossFlagsRefuse: a parameter of another loss, a value that is none, and what does not go together.
func TestLossFlagsRefuse(t *testing.T) {
	t.Parallel()
	data := counts(t)
	for flags, says := range map[string]string{
		"--loss squared --tau 0.3":                                              "a parameter of quantile, not of squared",
		"--loss quantile --tau 1 --mu 1":                                        "between 0 and 1",
		"--loss quantile --tau 0 --mu 1":                                        "between 0 and 1",
		"--loss huber --delta 0":                                                "δ must be positive",
		"--loss huber --delta -1":                                               "positive and finite",
		"--loss epsilon-insensitive --epsilon -1 --mu 1":                        "not negative",
		"--loss quantile":                                                       "it needs μ > 0",
		"--loss cox --mu 1 --intercept":                                         "neither tasks nor an intercept",
		"--loss poisson --mu 1 --event died":                                    "--event goes with the cox loss",
		"--loss cox --mu 1 --target time --event dose":                          "it must be 1 (an event) or 0 (censored)",
		"--loss cox --mu 1 --target time --event sex":                           "no column of features",
		"--loss poisson --mu 1 --target dose":                                   "counts, of 0 or more",
		"--loss cox --mu 1 --target dose --event died":                          "times, of 0 or more",
		"--loss cox --mu 1 --target time --event 1 --drop dose,age,value,count": "beside the column of events",
	} {
		_, stderr, code := call(t.Context(), append([]string{"fit", "--data", data, "--target", "value"},
			strings.Fields(flags)...)...)
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d, %s", flags, code, stderr)
		}
	}
}
