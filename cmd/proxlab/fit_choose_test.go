package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/choose"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// visits writes a table of 60 visits of 12 patients, with the day of each.
func visits(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("dose,age,patient,day,pain,cured\n")
	for i := range 60 {
		dose, age := math.Sin(float64(3*i)), math.Cos(float64(7*i))
		pain := 2*dose + 0.3*math.Sin(float64(31*i)) + 1
		cured := "no"
		if dose+math.Sin(float64(17*i)) > 0 {
			cured = "yes"
		}
		fmt.Fprintf(&b, "%g,%g,p%d,2026-%02d-%02d,%g,%s\n", dose, age, i%12, 1+i/25, 1+i%25, pain, cured)
	}
	return file(t, "visits.csv", b.String())
}

// linesOf runs proxlab fit and returns its lines of JSON.
func linesOf(t *testing.T, args ...string) []map[string]any {
	t.Helper()
	stdout, stderr, code := call(t.Context(), append([]string{"fit", "--json"}, args...)...)
	if code != 0 {
		t.Fatalf("%q: exit code %d: %s%s", args, code, stdout, stderr)
	}
	return decode(t, stdout)
}

// TestFitPathsOfMu: without a penalty a path is one of μ, whose model predicts; with one a grid has μ by the ratio.
func TestFitPathsOfMu(t *testing.T) {
	t.Parallel()
	path, model := visits(t), filepath.Join(t.TempDir(), "model.json")
	by := []string{"--data", path, "--target", "pain", "--drop", "patient,day,cured", "--intercept"}
	lines := linesOf(t, append(by, "--penalty", "none", "--path", "8", "--cv", "4", "--model", model)...)
	chosen := 0
	for k, v := range lines {
		if v["lambda"] != nil || k > 0 && v["mu"].(float64) >= lines[k-1]["mu"].(float64) {
			t.Errorf("line %d: λ %v, μ %v", k, v["lambda"], v["mu"])
		}
		if v["cv_one_std_error"] == true {
			chosen++
		}
	}
	first, last := lines[0]["mu"].(float64), lines[7]["mu"].(float64)
	if len(lines) != 8 || chosen != 1 || math.Abs(last/first-1e-6) > 1e-12 {
		t.Errorf("%d models from μ = %g to %g, %d chosen", len(lines), first, last, chosen)
	}
	lines = linesOf(t, append(by[:2:2], "--target", "cured", "--drop", "patient,day,pain", "--loss", "logistic",
		"--penalty", "none", "--mu-path", "0.1,1")...)
	if len(lines) != 2 || lines[0]["mu"] != 1. || lines[1]["mu"] != 0.1 {
		t.Errorf("%v", lines)
	}
	lines = linesOf(t, append(by, "--penalty", "l1", "--path", "3", "--l1-ratio", "0.2,1")...)
	for k, v := range lines {
		ratio := []float64{0.2, 1}[k/3]
		if lambda, mu := v["lambda"].(float64), v["mu"].(float64); math.Abs(lambda/(lambda+mu)-ratio) > 1e-12 {
			t.Errorf("λ = %g and μ = %g, of ratio %g", lambda, mu, ratio)
		}
	}
	lines = linesOf(t, append(by, "--penalty", "l1", "--path", "3", "--mu-path", "0,0.5")...)
	if len(lines) != 6 || lines[2]["mu"] != 0. || lines[3]["mu"] != 0.5 {
		t.Errorf("%v", lines)
	}
}

// TestFitFolds: errors of folds by patient, by day and dealt anew are those of package fit.
func TestFitFolds(t *testing.T) {
	t.Parallel()
	path := visits(t)
	frame, err := datasets.ReadFrame(t.Context(), path, datasets.FrameOptions{
		Target: "pain", Drop: []string{"patient", "day", "cured"},
	})
	if err != nil {
		t.Fatal(err)
	}
	p, err := fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true, Tol: 1e-6, Seed: 1}.Prepare(
		fit.Data{X: frame.X, Y: frame.Y})
	if err != nil {
		t.Fatal(err)
	}
	patient, day := make([]int, 60), make([]float64, 60)
	for i := range 60 {
		patient[i], day[i] = i%12, float64(i)
	}
	for _, c := range []struct {
		splits choose.Splits
		flags  []string
	}{
		{choose.Splits{Folds: 4, Group: patient}, []string{"--fold-by", "patient", "--drop", "day,cured"}},
		{choose.Splits{Folds: 4, Order: day}, []string{"--fold-order", "day", "--drop", "patient,cured"}},
		{choose.Splits{Folds: 4, Repeats: 3}, []string{"--repeats", "3", "--drop", "patient,day,cured"}},
	} {
		folds, err := choose.Split(p, c.splits)
		if err != nil {
			t.Fatal(err)
		}
		want, err := choose.Validate(t.Context(), p, choose.Grid{{{Lambda: 0.1}}}, folds)
		if err != nil {
			t.Fatal(err)
		}
		v := linesOf(t, append(c.flags, "--data", path, "--target", "pain", "--intercept", "--penalty", "l1",
			"--lambda", "0.1", "--cv", "4")...)[0]
		if v["d"] != 2. || v["cv_error"] != want.Error[0] || v["cv_std_error"] != want.StdError[0] {
			t.Errorf("%v: %v ± %v of %v features, by package fit %g ± %g", c.flags, v["cv_error"], v["cv_std_error"],
				v["d"], want.Error[0], want.StdError[0])
		}
	}
	stdout, stderr, code := call(t.Context(), "fit", "--data", path, "--target", "pain", "--drop", "day,cured",
		"--penalty", "l1", "--lambda", "1", "--cv", "3", "--fold-order", "patient")
	if code != 1 || !strings.Contains(stderr, `"p0" of example 1 is no number and no date`) {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// TestFitCriterion: the model of least BIC is kept, and its degrees of freedom are its weights and the intercept.
func TestFitCriterion(t *testing.T) {
	t.Parallel()
	lines := linesOf(t, "--data", visits(t), "--target", "pain", "--drop", "patient,day,cured", "--intercept", "--penalty",
		"l1", "--path", "5", "--criterion", "bic")
	least, kept := math.Inf(1), -1
	for k, v := range lines {
		if bic, ok := v["bic"].(float64); ok && bic < least {
			least, kept = bic, k
		}
		if v["df"] != v["nonzeros"].(float64)+1 {
			t.Errorf("df %v of %v weights and an intercept", v["df"], v["nonzeros"])
		}
	}
	for k, v := range lines {
		if v["kept"] != (k == kept) {
			t.Errorf("model %d has the least BIC: %v", kept, v)
		}
	}
}

// TestFitFindings: what tells how good a choice is, as text, as JSON, and drawn.
func TestFitFindings(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	all := []string{
		"--data", visits(t), "--target", "pain", "--drop", "patient,day,cured", "--intercept", "--penalty", "l1",
		"--path", "5", "--cv", "4", "--nested", "3", "--stability", "1", "--threshold", "0.9", "--intervals", "0.9",
		"--figures", folder,
	}
	for _, v := range linesOf(t, all...) {
		if v["kept"] == true {
			checkFindings(t, v)
		} else if v["intervals"] != nil {
			t.Error("intervals of a model that is not kept")
		}
	}
	for _, name := range []string{"nested.png", "stability.html", "intervals.png", "validation.html"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	stdout, stderr, code := call(t.Context(), append([]string{"fit"}, all...)...)
	for _, says := range []string{
		"nested cross-validation, 3 outer folds", "1 of 2 features are selected by 90 %", "◀ stable", "intervals at 90 %",
		"picked for a small p",
	} {
		if code != 0 || !strings.Contains(stdout, says) {
			t.Errorf("exit code %d, without %q: %s%s", code, says, stdout, stderr)
		}
	}
}

func checkFindings(t *testing.T, v map[string]any) {
	t.Helper()
	stable, ranges, nested := v["stability"].(map[string]any), v["intervals"].([]any), v["nested"].(map[string]any)
	if caution, _ := v["intervals_caution"].(string); !strings.Contains(caution, "far fewer") {
		t.Errorf("caution %q", caution)
	}
	if fmt.Sprint(stable["features"]) != "[dose]" || len(ranges) != 2 || len(nested["lambdas"].([]any)) != 3 {
		t.Errorf("%v", v)
	}
	dose := ranges[0].(map[string]any)
	if dose["feature"] != "dose" || !(dose["low"].(float64) < 2 && dose["high"].(float64) > 2) {
		t.Errorf("%v", dose)
	}
}

func TestFitChoosingMisuse(t *testing.T) {
	t.Parallel()
	path := visits(t)
	for _, c := range []struct{ flags, says string }{
		{"--penalty none --l1-ratio 0.5", "--l1-ratio goes with a penalty and --path"},
		{"--penalty l1 --path 3 --l1-ratio 0", "above 0 and at most 1"},
		{"--penalty l1 --path 3 --l1-ratio 0.5 --mu 1", "leave --mu out"},
		{"--penalty l1 --path 3 --mu-path 1 --mu 1", "--mu-path says every μ"},
		{"--penalty l1 --path 3 --mu-path=-1", "must be finite and not negative"},
		{"--penalty l1 --path 1000000000", "at most 10000 λ"},
		{"--penalty l1 --lambda 1 --cv 3 --repeats 1000000000", "at most 10000"},
		{"--penalty l1 --lambda 1 --mu-path 1", "--mu-path goes with --path"},
		{"--penalty none --path 3 --mu-path 1", "not both"},
		{"--penalty l1 --path 3 --criterion cp", `--criterion "cp" is none of aic, bic, ebic`},
		{"--penalty l1 --lambda 1 --criterion bic", "give --path"},
		{"--penalty l1 --path 3 --criterion bic --ebic-gamma 0.5", "goes with --criterion ebic"},
		{"--penalty l1 --path 3 --criterion ebic --ebic-gamma 2", "is from 0 to 1"},
		{"--penalty l1 --lambda 1 --fold-by patient", "give it a number of folds"},
		{"--penalty l1 --lambda 1 --cv 3 --fold-by patient --fold-order day", "not by both"},
		{"--penalty l1 --lambda 1 --cv 3 --repeats 2 --fold-order day", "cannot be repeated"},
		{"--penalty l1 --lambda 1 --cv 3 --nested 3", "goes with --path and --cv"},
		{"--penalty l1 --path 3 --cv 3 --nested 3 --criterion bic", "leave --criterion out"},
		{"--penalty none --stability 1", "needs a penalty"},
		{"--penalty l1 --lambda 1 --stability 1 --threshold 0.5", "above 0.5"},
		{"--penalty l1 --lambda 1 --intervals 95", "a level between 0 and 1"},
	} {
		stdout, stderr, code := call(t.Context(), append([]string{"fit", "--data", path, "--target", "pain"},
			strings.Fields(c.flags)...)...)
		if code != 2 || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d: %s%s", c.flags, code, stdout, stderr)
		}
	}
}
