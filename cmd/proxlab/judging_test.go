package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestImportance: of squared errors a permuted feature of weight w costs about w² times twice its variance, if features
// are apart; what the model does not use costs nothing, and a column's features go together.
func TestImportance(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("a,b,kind,none,y\n")
	const n = 200
	var square, sum float64
	for i := range n {
		a, c := math.Sin(float64(3*i)), math.Cos(float64(7*i)+1)
		kind := []string{"x", "y", "z"}[i*i%3]
		sum, square = sum+a, square+a*a
		fmt.Fprintf(&b, "%g,%g,%s,%d,%g\n", a, c, kind, i%2, 3*a+c+map[string]float64{"x": 0, "y": 2, "z": 2}[kind])
	}
	path, model := file(t, "t.csv", b.String()), filepath.Join(t.TempDir(), "m.json")
	args := strings.Fields("fit --target y --drop none --categories kind --intercept --data " + path + " --model " + model)
	if _, stderr, code := call(t.Context(), args...); code != 0 {
		t.Fatal(stderr)
	}
	args = strings.Fields("predict --json --importance 30 --data " + path + " --model " + model)
	stdout, stderr, code := call(t.Context(), args...)
	if code != 0 {
		t.Fatal(stderr)
	}
	lines := decode(t, stdout)[0]["importance"].([]any)
	rises := map[string]float64{}
	for _, l := range lines {
		of := l.(map[string]any)
		rises[of["column"].(string)] = of["increase"].(float64)
	}
	want := 9 * 2 * (square/n - sum*sum/n/n)
	if len(lines) != 3 || lines[0].(map[string]any)["column"] != "a" || math.Abs(rises["a"]-want) > 0.1*want {
		t.Errorf("%v; %g is due of a", lines, want)
	}
	if rises["kind"] <= 0 || rises["b"] <= 0 {
		t.Errorf("%v", rises)
	}
	stdout, _, code = call(t.Context(), strings.Fields("predict --importance 2 --data "+path+" --model "+model)...)
	if code != 0 || !strings.Contains(stdout, "in the mean of 2 permutations") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	bare := file(t, "bare.csv", "a,b,kind\n1,2,x\n")
	args = strings.Fields("predict --importance 2 --data " + bare + " --model " + model)
	_, stderr, code = call(context.Background(), args...)
	if code == 0 || !strings.Contains(stderr, "--importance needs targets") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestLeaksAreNoticed: a feature that is the target in another unit is, and one that explains most of it is not.
func TestLeaksAreNoticed(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("a,near,gross,y\n")
	for i := range 40 {
		y := 100 + 10*math.Sin(float64(3*i))
		fmt.Fprintf(&b, "%g,%g,%g,%g\n", math.Cos(float64(5*i)), y+math.Sin(float64(31*i)), 1.19*y, y)
	}
	path := file(t, "t.csv", b.String())
	for drop, noticed := range map[string]bool{"a": true, "gross": false} {
		args := strings.Fields("fit --target y --mu 1 --intercept --data " + path + " --drop " + drop)
		_, stderr, code := call(t.Context(), args...)
		if code != 0 || strings.Contains(stderr, "gross explains over 99.9 % of the targets alone") != noticed {
			t.Errorf("without %s: exit code %d: %s", drop, code, stderr)
		}
	}
}

var rPattern = regexp.MustCompile("(?s)```r\n(.*?)```")

// TestModelInR runs the reader of docs/model.md in R: its scores are those of the command.
func TestModelInR(t *testing.T) {
	t.Parallel()
	if out, err := exec.CommandContext(t.Context(), "Rscript", "-e", "library(jsonlite)").CombinedOutput(); err != nil {
		t.Skipf("there is no R with jsonlite: %v %.200s", err, out)
	}
	reader := rPattern.FindStringSubmatch(readDoc(t, "docs/model.md"))[1]
	if count := strings.Count(reader, "\n"); count > 40 {
		t.Errorf("the reader has %d lines", count)
	}
	for _, flags := range []string{
		"--target price --drop kind", "--target price --categories kind --missing mean", "--target kind --loss logistic",
	} {
		dir, data := t.TempDir(), houses(t)
		text, err := os.ReadFile(data)
		if err != nil {
			t.Fatal(err)
		}
		for name, content := range map[string]string{"data.csv": string(text), "reader.R": reader} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		args := strings.Fields("fit --mu 0.1 --intercept --data " + data + " --model " + dir + "/model.json " + flags)
		if _, stderr, code := call(t.Context(), args...); code != 0 {
			t.Fatalf("%s: %s", flags, stderr)
		}
		args = strings.Fields("predict --data " + data + " --model " + dir + "/model.json --out " + dir + "/want.npy")
		if _, stderr, code := call(t.Context(), args...); code != 0 {
			t.Fatalf("%s: %s", flags, stderr)
		}
		r := exec.CommandContext(t.Context(), "Rscript", "reader.R")
		r.Dir = dir
		if out, err := r.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %.2000s", flags, err, out)
		}
		want := matrix(t, dir+"/want.npy")
		lines := strings.Split(strings.TrimSpace(read(t, dir+"/scores.csv")), "\n")[1:]
		for i, line := range lines {
			v, err := strconv.ParseFloat(strings.Trim(line, `" `), 64)
			if err != nil || math.Abs(v-want.Row(i)[0]) > 1e-10*(1+math.Abs(v)) {
				t.Fatalf("%s: line %d is %q, and %g by the command (%v)", flags, i+1, line, want.Row(i)[0], err)
			}
		}
		if len(lines) != want.R {
			t.Errorf("%s: %d scores of %d examples", flags, len(lines), want.R)
		}
	}
}

// TestStrataOfTables: strata of a column are those of the toolkit, by folds too, and the model predicts without them.
func TestStrataOfTables(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("age,dose,days,died,clinic\n")
	for i := range 80 {
		fmt.Fprintf(&b, "%g,%g,%d,%d,%s\n", math.Sin(float64(3*i)), math.Cos(float64(5*i)), 1+i*i%37+10*(i%2), i%3&1,
			[]string{"north", "south"}[i%2])
	}
	path, model := file(t, "t.csv", b.String()), filepath.Join(t.TempDir(), "m.json")
	by := "--data " + path + " --target days --event died --loss cox --penalty l1 --lambda 0.05max --tol 1e-10"
	m, w := modelOf(t, strings.Fields(by+" --strata clinic --ties efron")...)
	n, _ := modelOf(t, strings.Fields(by+" --drop clinic --ties efron")...)
	if m["objective"] == n["objective"] || len(w) != 2 || m["status"] != "converged" {
		t.Errorf("with strata %v, without %v", m, n)
	}
	args := strings.Fields("fit " + by + " --strata clinic --path 4 --cv 4 --fold-by clinic --model " + model)
	if _, stderr, code := call(t.Context(), args...); code == 0 || !strings.Contains(stderr, "4 folds of 2 groups") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	args = strings.Fields("fit " + by + " --strata clinic --path 4 --cv 4 --model " + model)
	args[slices.Index(args, "0.05max")] = "0.1max"
	if _, stderr, code := call(t.Context(), args...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	args = strings.Fields("predict --event died --data " + path + " --model " + model)
	if stdout, stderr, code := call(t.Context(), args...); code != 0 || !strings.Contains(stdout, "concordance") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	args = strings.Fields("fit --loss poisson --mu 1 --data " + path + " --target days --strata clinic")
	if _, stderr, code := call(context.Background(), args...); code == 0 ||
		!strings.Contains(stderr, "--strata goes with the cox loss") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
