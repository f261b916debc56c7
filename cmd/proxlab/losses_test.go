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
		{"died", "time,count,value", "--loss hinge --intercept --lambda 0.01", "accuracy"}, // whose λ_max is 0
		{"time", "count,value", "--loss cox --event died", "concordance index"},
		{"time", "count,value", "--loss cox --event died --ties efron", "concordance index"},
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
		"--loss cox --mu 1 --ties exact":                                        `"exact" is none of breslow, efron`,
		"--loss hinge --mu 1 --ties efron":                                      "a parameter of cox, not of hinge",
		"--loss cox --mu 1 --intercept":                                         "neither tasks nor an intercept",
		"--loss poisson --mu 1 --event died":                                    "--event goes with the cox loss",
		"--loss cox --mu 1 --target time --event dose":                          "(an event), or 0, no or false (censored)",
		"--loss cox --mu 1 --target time --event sex":                           "there is no column \"sex\"",
		"--loss poisson --mu 1 --target dose":                                   "counts, of 0 or more",
		"--loss cox --mu 1 --target dose --event died":                          "times, of 0 or more",
		"--loss cox --mu 1 --target time --event 2 --drop dose,age,value,count": "no examples with features",
	} {
		_, stderr, code := call(t.Context(), append([]string{"fit", "--data", data, "--target", "value"},
			strings.Fields(flags)...)...)
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d, %s", flags, code, stderr)
		}
	}
}

// TestFitEventsBesideOthers: events in words beside a column that folds go by and one of text, and a model of the same
// answer as from numbers.
func TestFitEventsBesideOthers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 141))
	plain, words := "time,died,dose,b\n", "died,kind,patient,time,dose\n"
	for k := range 60 {
		dose, kind, died := rng.NormFloat64(), rng.IntN(2), rng.IntN(3) > 0
		at := math.Ceil(9 * rng.ExpFloat64() * math.Exp(-dose))
		plain += fmt.Sprintf("%g,%d,%g,%d\n", at, map[bool]int{true: 1}[died], dose, kind)
		said := map[bool]string{true: "Yes", false: "no"}[died]
		words += fmt.Sprintf("%s,%s,p%d,%g,%g\n", said, "ab"[kind:kind+1], k%7, at, dose)
	}
	var objective [2]any
	for k, c := range []struct{ table, flags string }{
		{plain, "--drop dose --penalty none"},
		{words, "--drop dose --categories kind --reference kind=a --fold-by patient --cv 3"},
	} {
		data, model := file(t, "t.csv", c.table), filepath.Join(t.TempDir(), "model.json")
		stdout, stderr, code := call(t.Context(), append(strings.Fields(c.flags), "fit", "--data", data, "--target", "time",
			"--loss", "cox", "--event", "died", "--mu", "0.01", "--model", model, "--json")...)
		if code != 0 {
			t.Fatal(stdout, stderr)
		}
		objective[k] = decode(t, stdout)[0]["objective"]
		_, stderr, code = call(t.Context(), "predict", "--data", data, "--event", "died", "--model", model)
		if code != 0 {
			t.Error(stderr)
		}
	}
	if a, b := objective[0].(float64), objective[1].(float64); !(math.Abs(a-b) <= 1e-7*a) {
		t.Errorf("the objective is %g from numbers, %g from words", a, b)
	}
}
