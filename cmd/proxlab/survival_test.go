package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// stay is a table of times in two clinics, with entries.
func stay(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("age,dose,came,days,died,clinic\n")
	for i := range 80 {
		days := 1 + i*i%37 + 10*(i%2)
		fmt.Fprintf(&b, "%g,%g,%d,%d,%s,%s\n", math.Sin(float64(3*i)), math.Cos(float64(5*i)), i%3*days/4, days,
			[]string{"no", "yes"}[i%3&1], []string{"north", "south"}[i%2])
	}
	return file(t, "stay.csv", b.String())
}

// TestStrataFaults: a stratum that was not learnt, and one that is missing, are named.
func TestStrataFaults(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(stay(t))
	if err != nil {
		t.Fatal(err)
	}
	model := filepath.Join(t.TempDir(), "m.json")
	learn := "fit --target days --event died --loss cox --mu 0.1 --strata clinic --drop came --model " + model + " --data "
	for _, c := range []struct{ name, args, want string }{
		{"north", learn, ""}, {"", learn, "example 1 has none"},
		{"east", "predict --at 5 --model " + model + " --data ",
			`"clinic" of example 1: the model has learnt no stratum "east"`},
	} {
		data := file(t, "t.csv", strings.Replace(string(text), "north", c.name, 1))
		_, stderr, code := call(t.Context(), strings.Fields(c.args+data)...)
		if (code == 0) != (c.want == "") || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d: %s", c.name, code, stderr)
		}
	}
}

// TestPredictAt: a model of times knows probabilities to survive, by stratum, and judges them; the others refuse.
func TestPredictAt(t *testing.T) {
	t.Parallel()
	data, folder := stay(t), t.TempDir()
	model, out := filepath.Join(folder, "m.json"), filepath.Join(folder, "p.csv")
	run := func(want int, args string) (stdout, stderr string) {
		t.Helper()
		args = strings.NewReplacer("DATA", data, "MODEL", model, "OUT", out, "FOLDER", folder).Replace(args)
		stdout, stderr, code := call(t.Context(), strings.Fields(args)...)
		if code != want {
			t.Fatalf("%s: exit code %d: %s", args, code, stderr)
		}
		return stdout, stderr
	}
	learn := "fit --data DATA --target days --event died --loss cox --mu 0.1 --model MODEL "
	run(0, learn+"--strata clinic --drop came")
	stdout, _ := run(0, "predict --model MODEL --data DATA --event died --at 5,20 --out OUT --figures FOLDER --json")
	var found struct {
		Survival []struct {
			Time, Mean, Brier float64
			KM                float64 `json:"kaplan_meier"`
		}
	}
	if err := json.Unmarshal([]byte(stdout), &found); err != nil || len(found.Survival) != 2 {
		t.Fatal(err, stdout)
	}
	for _, s := range found.Survival {
		if !(s.Mean > 0 && s.Mean < 1 && math.Abs(s.Mean-s.KM) < 0.05 && s.Brier > 0 && s.Brier < 0.3) {
			t.Errorf("%+v", s)
		}
	}
	text, err := os.ReadFile(out)
	if err != nil || !strings.HasPrefix(string(text), "target,prediction,survival 5,survival 20\n1,") {
		t.Errorf("%v: %.80s", err, text)
	}
	for _, name := range []string{"survival.png", "brier.png"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	if _, stderr := run(0, "predict --model MODEL --data DATA --at 900"); !strings.Contains(stderr,
		"nobody of north was watched after") {
		t.Error(stderr)
	}
	if _, stderr := run(2, "predict --model MODEL --data DATA --at -1"); !strings.Contains(stderr, "times from 0") {
		t.Error(stderr)
	}
	data = stay(t)
	run(0, learn+"--entry came --strata clinic")
	if _, stderr := run(0, "predict --model MODEL --data DATA --at 5 --event died"); !strings.Contains(stderr,
		"there are no lives to judge it by") {
		t.Error(stderr)
	}
	if _, stderr := run(1, strings.Replace(learn, "days", "came", 1)+"--entry days --drop clinic"); !strings.Contains(
		stderr, `--entry "days" is "1" for example 1: a number before its time is due, which is 0`) {
		t.Error(stderr)
	}
	run(0, "fit --data DATA --target days --drop died,clinic --mu 1 --model MODEL")
	if _, stderr := run(2, "predict --model MODEL --data DATA --at 5"); !strings.Contains(stderr, "has none") {
		t.Error(stderr)
	}
}
