package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOrdinal: words have an order once it is said; a model predicts labels with their probabilities.
func TestOrdinal(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("a,b,grade\n")
	for i := range 90 {
		x := math.Sin(float64(3 * i))
		grade := []string{"low", "middle", "high"}[int(1.5+1.2*x+0.4*math.Cos(float64(7*i)))%3]
		fmt.Fprintf(&b, "%g,%g,%s\n", x, math.Cos(float64(5*i)), grade)
	}
	data, folder := file(t, "grades.csv", b.String()), t.TempDir()
	model, out := filepath.Join(folder, "m.json"), filepath.Join(folder, "p.csv")
	run := func(want int, args string) (stdout, stderr string) {
		t.Helper()
		args = strings.NewReplacer("DATA", data, "MODEL", model, "OUT", out).Replace(args)
		stdout, stderr, code := call(t.Context(), strings.Fields(args)...)
		if code != want {
			t.Fatalf("%s: exit code %d: %s", args, code, stderr)
		}
		return stdout, stderr
	}
	learn := "fit --data DATA --target grade --loss ordinal --penalty l1 --lambda 0.1max --model MODEL "
	for args, want := range map[string]string{
		learn:                                     "say their order by --levels high,low,middle",
		learn + "--levels low,high":               `there are labels "middle", too`,
		learn + "--levels low,high,low,middle":    "is due, once",
		learn + "--levels low,middle,high,higher": "is due, once",
		"fit --data DATA --target a --levels low,high --drop grade":                  "--levels is of the ordinal loss",
		"fit --data DATA --target a --loss ordinal --mu 1 --drop grade --levels 1,2": "numbers have an order",
	} {
		args = strings.NewReplacer("DATA", data, "MODEL", model).Replace(args)
		_, stderr, code := call(t.Context(), strings.Fields(args)...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: %d, %s", args, code, stderr)
		}
	}
	stdout, _ := run(0, learn+"--levels low,middle,high --intercept")
	if !strings.Contains(stdout, "3 labels from low to high, thresholds [") {
		t.Error(stdout)
	}
	stdout, _ = run(0, "predict --model MODEL --data DATA --out OUT")
	for _, want := range []string{"accuracy", "log-loss", "Brier score", "middle"} {
		if !strings.Contains(stdout, want) || strings.Contains(stdout, "ROC") {
			t.Errorf("%s: %s", want, stdout)
		}
	}
	text, err := os.ReadFile(out)
	if err != nil || !strings.HasPrefix(string(text),
		"target,label,score,probability low,probability middle,probability high\n") {
		t.Errorf("%v: %.99s", err, text)
	}
	run(0, "fit --data DATA --target grade --loss ordinal --levels low,middle,high --penalty l1 --path 5 --cv 3 "+
		"--choose-by accuracy")
	stdout, _ = run(0, "fit --data DATA --target a --drop grade --loss root-squared --penalty l1 --lambda 0.1max "+
		"--intercept")
	if !strings.Contains(stdout, "above the minimum") || !strings.Contains(stdout, "intercept") {
		t.Error(stdout)
	}
}
