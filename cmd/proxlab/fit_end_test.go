package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
)

// TestMissedTolerance: the exit code is 3, and the model is written all the same; so it is where one of a path missed.
func TestMissedTolerance(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	for words, says := range map[string]string{
		"--lambda 1e-9 --solver fista --tol 1e-15 --max-iter 3":          "stopped (iteration-limit)",
		"--lambda 1e-9 --solver fista --tol 1e-15 --time-limit 1ns":      "stopped (time-limit)",
		"--lambda 0.001 --tol 1e-40":                                     "rounding allows no smaller gap",
		"--path 4 --lambda 0.0001max --solver fista --max-iter 1 --json": "of 4 models of the path stopped before",
	} {
		saved := filepath.Join(t.TempDir(), "model.json")
		_, stderr, code := call(t.Context(), strings.Fields("fit --data "+path+" --target price --penalty l1 --intercept "+
			words+" --model "+saved)...)
		if code != 3 || !strings.Contains(stderr, says) || strings.Contains(stderr, "proxlab:") {
			t.Errorf("%s: exit code %d: %s", words, code, stderr)
		}
		if _, err := models.LoadModel(t.Context(), saved); err != nil {
			t.Errorf("%s: %v", words, err)
		}
	}
}

// TestChoose: the model kept is that of the least error, or of the rule of one standard error.
func TestChoose(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	seen := map[string]float64{}
	for choice, flag := range map[string]string{"least": "cv_best", "1se": "cv_one_std_error", "": "cv_one_std_error"} {
		saved := filepath.Join(t.TempDir(), "model.json")
		words := strings.Fields("fit --data " + path + " --target price --penalty l1 --path 12 --cv 5 --intercept --json " +
			"--model " + saved)
		if choice != "" {
			words = append(words, "--choose", choice)
		}
		stdout, stderr, code := call(t.Context(), words...)
		m, err := models.LoadModel(t.Context(), saved)
		if code != 0 || err != nil {
			t.Fatalf("exit code %d: %s, error %v", code, stderr, err)
		}
		for _, v := range decode(t, stdout) {
			chosen := v["lambda"] == m.Lambda
			if chosen != (v["cv_chosen"] == true) || chosen != (v[flag] == true) {
				t.Errorf("--choose %q kept λ = %g: %v", choice, m.Lambda, v)
			}
		}
		seen[flag] = m.Lambda
	}
	if seen["cv_best"] >= seen["cv_one_std_error"] {
		t.Errorf("the choices are one: %v", seen)
	}
	for _, words := range []string{
		"--path 3 --cv 3 --choose best", "--path 3 --choose least", "--cv 3 --lambda 1 --choose 1se",
	} {
		if _, stderr, code := call(t.Context(), strings.Fields("fit --penalty l1 --data x.csv "+words)...); code != 2 ||
			!strings.Contains(stderr, "--choose") {
			t.Errorf("%s: exit code %d: %s", words, code, stderr)
		}
	}
}

// noisy is a table whose target has so much to do with its first feature.
func noisy(t *testing.T, signal float64) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 202))
	text := "a,b,c,y\n"
	for range 40 {
		a, b, c := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		text += fmt.Sprintf("%g,%g,%g,%g\n", a, b, c, signal*a+rng.NormFloat64())
	}
	return file(t, "noisy.csv", text)
}

// TestEmptyChoice: a choice without a weight is spoken of, and what --choose least would keep.
func TestEmptyChoice(t *testing.T) {
	t.Parallel()
	for signal, says := range map[float64]string{
		0: "no other has a smaller error", 0.65: "--choose least keeps λ = ", 3: "",
	} {
		words := "fit --target y --penalty l1 --path 10 --cv 4 --intercept --data " + noisy(t, signal)
		_, stderr, code := call(t.Context(), strings.Fields(words)...)
		if code != 0 || strings.Contains(stderr, "is empty") != (says != "") || !strings.Contains(stderr, says) {
			t.Errorf("signal %g: exit code %d: %s", signal, code, stderr)
		}
	}
}

// TestPolish: without it the solver stops at the tolerance.
func TestPolish(t *testing.T) {
	t.Parallel()
	words := "fit --target price --penalty l1 --lambda 0.001max --intercept --solver fista --tol 1e-3 --json --data " +
		numbers(t, houses(t))
	with, _, _ := call(t.Context(), strings.Fields(words)...)
	without, stderr, code := call(t.Context(), strings.Fields(words+" --no-polish")...)
	if code != 0 {
		t.Fatal(stderr)
	}
	a, b := decode(t, with)[0], decode(t, without)[0]
	if a["iterations"].(float64) <= b["iterations"].(float64) || a["gap"].(float64) >= b["gap"].(float64) {
		t.Errorf("with polish %v, without %v", a, b)
	}
}

// TestInterceptHint: it is given where a constant explains more than half, once, and not against what was said.
func TestInterceptHint(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 203))
	table := func(mean, ones float64) string {
		text := "a,one,w,y\n"
		for i := range 30 {
			// those of weight 0 have another mean
			text += fmt.Sprintf("%g,%g,%d,%g\n", rng.NormFloat64(), ones, i%2, mean*float64(2*(i%2)-1)+rng.NormFloat64())
		}
		return file(t, "table.csv", text)
	}
	for _, c := range []struct {
		data, words string
		hint        bool
	}{
		{table(4, 0), "--weights w --loss squared", true}, {table(4, 0), "--drop w", false},
		{table(0.2, 0), "--weights w", false},
		{table(4, 0), "--weights w --intercept", false}, {table(4, 0), "--weights w --intercept=false", false},
		{table(4, 1), "--weights w", false},
	} {
		_, stderr, code := call(t.Context(), strings.Fields("fit --target y --data "+c.data+" "+c.words)...)
		if code != 0 || strings.Contains(stderr, "there is no intercept") != c.hint {
			t.Errorf("%s: exit code %d: %s", c.words, code, stderr)
		}
	}
}
