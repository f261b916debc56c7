package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestIntervalsOfPredictions: fit learns them in each way, and predict says them, in a file too; what they do not go
// with is named.
func TestIntervalsOfPredictions(t *testing.T) {
	t.Parallel()
	data, folder := houses(t), t.TempDir()
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
	learn := "fit --data DATA --target price --drop kind --penalty l1 --lambda 0.1max --intercept "
	for _, way := range []string{"split", "cv+", "jackknife+"} {
		stdout, _ := run(0, learn+"--model MODEL --conformal "+way)
		if !strings.Contains(stdout, "intervals by "+way) {
			t.Error(stdout)
		}
		stdout, _ = run(0, "predict --model MODEL --data DATA --interval 0.8 --json --out OUT")
		var found struct {
			Interval struct {
				Level, Coverage float64
				Width           float64 `json:"mean_width"`
			}
		}
		if err := json.Unmarshal([]byte(stdout), &found); err != nil {
			t.Fatal(err)
		}
		if i := found.Interval; i.Level != 0.8 || math.Abs(i.Coverage-0.8) > 0.1 || !(i.Width > 0) {
			t.Errorf("%s: %+v", way, i)
		}
		text, err := os.ReadFile(out)
		if err != nil || !strings.HasPrefix(string(text), "target,prediction,low,high\n") {
			t.Errorf("%v: %.60s", err, text)
		}
	}
	if stdout, _ := run(0, "predict --model MODEL --data DATA --interval 0.8"); !strings.Contains(stdout,
		"intervals at 80 % by jackknife+") {
		t.Error(stdout)
	}
	for args, want := range map[string]string{
		"predict --model MODEL --data DATA --interval 90":               "a level between 0 and 1",
		"predict --model MODEL --data DATA --interval 0.999":            "needs the errors of 999 examples",
		learn + "--conformal cv+":                                       "give the model a file by --model",
		learn + "--selected":                                            "give their level",
		learn + "--selected --intervals 0.9 --path 5 --cv 3":            "for one λ",
		learn + "--conformal half --model MODEL":                        "cv+",
		learn + "--conformal cv+ --cv 3 --fold-order age --model MODEL": "in no order",
	} {
		if _, stderr := run(2, args); !strings.Contains(stderr, want) {
			t.Errorf("%s: %s", args, stderr)
		}
	}
	stdout, _ := run(0, learn+"--intervals 0.9 --selected")
	if !strings.Contains(stdout, "given what the lasso has selected") || strings.Contains(stdout, "NaN") {
		t.Error(stdout)
	}
	stdout, _ = run(0, learn+"--intervals 0.9 --selected --json")
	if !strings.Contains(stdout, `"intervals":[{"feature"`) || strings.Contains(stdout, `"low":null`) {
		t.Error(stdout)
	}
	run(0, learn+"--model MODEL")
	if _, stderr := run(2, "predict --model MODEL --data DATA --interval 0.9"); !strings.Contains(stderr,
		"fit it with --conformal cv+") {
		t.Error(stderr)
	}
	labels := "fit --data DATA --target kind --loss multinomial --mu 1 --model MODEL --conformal cv+"
	if _, stderr := run(1, labels); !strings.Contains(stderr, "predicts labels") {
		t.Error(stderr)
	}
}
