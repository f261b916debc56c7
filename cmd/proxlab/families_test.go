package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// deaths are counts of numbers of trials, with two features, and costs that are 0 for some.
func deaths(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("age,dose,trials,deaths,cost\n")
	for i := range 90 {
		age, dose := float64(i%7)-3, float64(i%5)/2
		trials := 1 + i%9
		died := math.Floor(float64(trials) / (1 + math.Exp(-0.5*age+dose-2*math.Sin(float64(i)))))
		fmt.Fprintf(&b, "%g,%g,%d,%g,%g\n", age, dose, trials, died, died*math.Exp(0.2*age+math.Cos(float64(7*i))))
	}
	return file(t, "deaths.csv", b.String())
}

// TestFamiliesOfTables: successes of trials are shares with weights, θ is found and kept, and what is wrong is named by
// example.
func TestFamiliesOfTables(t *testing.T) {
	t.Parallel()
	path := deaths(t)
	by := "--data " + path + " --drop cost --target deaths --loss binomial --trials trials --penalty l1 --lambda 0.1max " +
		"--intercept --tol 1e-10"
	m, w := modelOf(t, strings.Fields(by)...)
	if m["gap_kind"] != "duality" || len(w) != 2 {
		t.Errorf("%v, weights %v", m, w)
	}
	found, v := modelOf(t, strings.Fields("--data "+path+" --drop cost,trials --target deaths --loss negative-binomial "+
		"--find-theta --penalty l1 --lambda 0.1 --intercept --tol 1e-10")...)
	if found["status"] != "converged" || len(v) != 2 {
		t.Errorf("%v, weights %v", found, v)
	}
	for _, args := range []string{"tweedie --power 1.6", "tweedie", "negative-binomial --theta 2.5"} {
		drop := "--drop trials,deaths --target cost"
		if strings.HasPrefix(args, "neg") {
			drop = "--drop trials,cost --target deaths"
		}
		out := filepath.Join(t.TempDir(), "m.json")
		rest := strings.Fields("fit --json --data " + path + " " + drop + " --penalty l1 --path 5 --cv 3 --intercept " +
			"--model " + out + " --loss " + args)
		if _, stderr, code := call(t.Context(), rest...); code != 0 {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
		stdout, stderr, code := call(t.Context(), "predict", "--model", out, "--data", path)
		if code != 0 || !strings.Contains(stdout, "deviance") {
			t.Errorf("%s: exit code %d: %s%s", args, code, stdout, stderr)
		}
	}
	for args, says := range map[string]string{
		"--target deaths --trials age --loss binomial":                      `"age" is "-3" for example 1`,
		"--target trials --trials deaths --loss binomial":                   "is \"0\" for example",
		"--target deaths --loss binomial":                                   "for shares of successes, between 0 and 1",
		"--target deaths --trials trials --loss poisson":                    "--trials goes with the binomial loss",
		"--target cost --loss gamma":                                        "above 0, and there is a target of 0",
		"--target age --loss tweedie":                                       "0 or more, and there is a target of -3",
		"--target cost --loss tweedie --power 2":                            "between 1 (Poisson) and 2 (gamma)",
		"--target deaths --loss negative-binomial --theta 0":                "θ must be positive",
		"--target deaths --loss poisson --theta 2":                          "is a parameter of negative-binomial",
		"--target deaths --loss poisson --find-theta":                       "is of the negative-binomial loss",
		"--target deaths --loss negative-binomial --find-theta --path 5":    "for one λ",
		"--target cost --loss tweedie --path 4 --criterion bic":             "no likelihood by itself",
		"--target deaths --loss negative-binomial --find-theta --theta 0.5": "give one of both",
	} {
		rest := strings.Fields("fit --penalty l1 --lambda 0.1max --data " + path + " " + args)
		_, stderr, code := call(context.Background(), rest...)
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
}
