package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// composition is a table of three features and three targets, of which one is a label as well.
func composition(t *testing.T) (path string, data fit.Data) {
	t.Helper()
	var b strings.Builder
	b.WriteString("a,b,c,water,fat,ripe,soft\n")
	x := linalg.NewDense(80, 3, nil) // twice
	for i := range 40 {
		row := []float64{math.Sin(float64(3 * i)), math.Cos(float64(5 * i)), math.Sin(float64(11*i) + 1)}
		water, fat := row[0]+2*row[1]+0.3*math.Sin(float64(17*i)), row[1]-row[2]
		copy(x.Row(i), row)
		copy(x.Row(40+i), row)
		data.Y, data.Task = append(data.Y, water), append(data.Task, 1)
		word := func(v float64) string { return map[bool]string{true: "yes", false: "no"}[v > 0] }
		fmt.Fprintf(&b, "%.17g,%.17g,%.17g,%.17g,%.17g,%s,%s\n", row[0], row[1], row[2], water, fat,
			word(row[0]+math.Sin(float64(29*i))), word(row[2]+math.Sin(float64(31*i))))
	}
	for i := range 40 {
		data.Y, data.Task = append(data.Y, x.Row(i)[1]-x.Row(i)[2]), append(data.Task, 2)
	}
	data.X = x
	return file(t, "meat.csv", b.String()), data
}

// TestSeveralTargets: they are tasks of the same examples, by folds that keep an example together, and predict has a
// column for each.
func TestSeveralTargets(t *testing.T) {
	t.Parallel()
	path, data := composition(t)
	for word, penalty := range map[string]prox.Strengthened{
		"multitask": prox.MultiTask{Lambda: 1}, "trace": prox.TraceNorm{Lambda: 1},
	} {
		c := fit.Linear{Lambda: 0.05, Intercept: true, Tol: 1e-10}
		switch p := penalty.(type) {
		case prox.MultiTask:
			c.Penalty = p
		case prox.TraceNorm:
			c.Penalty = p
		}
		want, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		m, w := modelOf(t, strings.Fields("--data "+path+" --drop ripe,soft --target water,fat --lambda 0.05 --intercept "+
			"--tol 1e-10 --penalty "+word)...)
		if got := m["objective"].(float64); math.Abs(got-want.Objective) > 1e-9*want.Objective {
			t.Errorf("%s: P is %.12g, and %.12g in Go", word, got, want.Objective)
		}
		for k, v := range w {
			if math.Abs(v-want.Weights[k]) > 1e-6 {
				t.Errorf("%s: weight %d is %g, and %g in Go", word, k+1, v, want.Weights[k])
			}
		}
	}
	model, out := filepath.Join(t.TempDir(), "m.json"), filepath.Join(t.TempDir(), "p.csv")
	for _, way := range []struct{ fit, head string }{
		{
			"--drop ripe,soft --target water,fat --loss huber --penalty group --groups columns",
			"prediction water,prediction fat",
		},
		{
			"--drop water,fat --target ripe,soft --loss logistic --penalty multitask",
			"label ripe,score ripe,probability ripe,label soft,score soft,probability soft",
		},
	} {
		args := strings.Fields("fit --data " + path + " --path 5 --cv 4 --intercept --model " + model + " " + way.fit)
		stdout, stderr, code := call(t.Context(), args...)
		if code != 0 || !strings.Contains(stdout, "40 examples of 2 targets") {
			t.Fatalf("%s: exit code %d: %s%s", way.fit, code, stdout, stderr)
		}
		targets := "water,fat"
		if strings.Contains(way.fit, "ripe,soft --loss") {
			targets = "ripe,soft"
		}
		args = strings.Fields("predict --model " + model + " --data " + path + " --out " + out + " --target " + targets)
		stdout, stderr, code = call(t.Context(), args...)
		first, _, _ := strings.Cut(targets, ",")
		if code != 0 || !strings.Contains(stdout, "meat.csv, "+first) {
			t.Fatalf("%s: exit code %d: %s%s", way.fit, code, stdout, stderr)
		}
		rows, err := csv.NewReader(strings.NewReader(read(t, out))).ReadAll()
		if err != nil || len(rows) != 41 || strings.Join(rows[0], ",") != way.head {
			t.Errorf("%s: %d rows of %v: %v", way.fit, len(rows), rows[0], err)
		}
	}
	if _, stderr, code := call(t.Context(), "predict", "--model", model, "--data", path, "--target", "fat"); code == 0 {
		t.Errorf("a model of other targets is judged: %s", stderr)
	}
}

// TestSeveralTargetsRefuse what is no column, or goes with no targets.
func TestSeveralTargetsRefuse(t *testing.T) {
	t.Parallel()
	path, _ := composition(t)
	for args, says := range map[string]string{
		"--target water,fats --drop ripe,soft":                 `there is no column "fats"`,
		"--target water,ripe --drop soft":                      `--target "ripe" is`,
		"--target water,water":                                 "different columns",
		"--target water,fat --tasks a":                         "leave --tasks out",
		"--target water,fat --loss cox":                        "losses of one score an example",
		"--target ripe,fat --drop water,soft --loss logistic":  "a label of the first target is due: no, yes",
		"--target water,fat --drop ripe,soft --penalty sparse": "sparse",
	} {
		rest := strings.Fields("fit --lambda 1 --penalty multitask --data " + path + " " + args)
		_, stderr, code := call(context.Background(), rest...)
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
}
