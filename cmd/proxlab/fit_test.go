package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// houses writes a table of 60 examples with a header, a target, labels as text, tasks and weights.
func houses(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 140))
	var b strings.Builder
	b.WriteString("size,rooms,age,noise,price,kind,town,weight\n")
	for i := range 60 {
		size, rooms, age, noise := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		price := 3*size - age + 0.1*rng.NormFloat64() + 5
		kind := "flat"
		if size+0.5*rng.NormFloat64() > 0 {
			kind = "house"
		}
		fmt.Fprintf(&b, "%g,%g,%g,%g,%g,%s,%d,%d\n", size, rooms, age, noise, price, kind, 1+i%3, 1+i%2)
	}
	return file(t, "houses.csv", b.String())
}

func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// numbers takes the columns of numbers of houses: all but kind.
func numbers(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		cells := strings.Split(line, ",")
		b.WriteString(strings.Join(append(cells[:5:5], cells[6:]...), ",") + "\n")
	}
	return file(t, "numbers.csv", b.String())
}

// decode reads lines of JSON.
func decode(t *testing.T, stdout string) (lines []map[string]any) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(stdout), "\n") {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		lines = append(lines, v)
	}
	return lines
}

// expect compares some values of a JSON object; a value that is missing is nil.
func expect(t *testing.T, got, want map[string]any) {
	t.Helper()
	for key, value := range want {
		if got[key] != value {
			t.Errorf("%s is %v, not %v", key, got[key], value)
		}
	}
}

func TestFitJSON(t *testing.T) {
	t.Parallel()
	path, model := numbers(t, houses(t)), filepath.Join(t.TempDir(), "model.json")
	stdout, stderr, code := call(t.Context(), "fit", "--data", path, "--target", "price", "--weights", "weight",
		"--loss", "squared", "--penalty", "l1",
		"--lambda", "0.1", "--intercept", "--standardize", "--model", model, "--json")
	if code != 0 || strings.Count(stdout, "\n") != 1 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	v := decode(t, stdout)[0]
	for _, key := range []string{
		"lambda", "objective", "loss", "penalty", "gap", "gap_kind", "iterations", "seconds", "nonzeros", "rank", "solver",
		"status", "n", "d", "k",
	} {
		if _, there := v[key]; !there {
			t.Errorf("%s is missing from %s", key, stdout)
		}
	}
	expect(t, v, map[string]any{
		"status": "converged", "rank": nil, "d": 5., "n": 60., "k": 1., "gap_kind": "duality", "solver": "coordinate-descent",
	})
	text, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	m := decode(t, string(text))[0]
	if fmt.Sprint(m["features"]) != "[size rooms age noise town]" || len(m["weights"].([]any)) != 5 ||
		m["version"] != 1. || m["target"] != "price" {
		t.Errorf("%s", text)
	}
	stdout, stderr, code = call(t.Context(), "predict", "--model", model, "--data", path, "--json")
	if p := decode(t, stdout)[0]; code != 0 || p["r2"].(float64) < 0.95 || p["accuracy"] != nil || p["n"] != 60. {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// TestFitLabels: labels that are text come back as text, with scores and probabilities that are the model's.
func TestFitLabels(t *testing.T) {
	t.Parallel()
	path, model, out := houses(t), filepath.Join(t.TempDir(), "model.json"), filepath.Join(t.TempDir(), "out.csv")
	if stdout, stderr, code := call(t.Context(), "fit", "--data", path, "--target", "kind", "--loss", "logistic",
		"--penalty", "l1", "--lambda", "0.1max",
		"--intercept", "--model", model); code != 0 || !strings.Contains(stdout, "labels flat and house (positive)") {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	stdout, stderr, code := call(t.Context(), "predict", "--model", model, "--data", path, "--out", out, "--json")
	p := decode(t, stdout)[0]
	if code != 0 || p["accuracy"].(float64) < 0.7 || p["auc"].(float64) < 0.8 ||
		math.Abs(p["accuracy"].(float64)+p["error"].(float64)-1) > 1e-12 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	checkPredictions(t, out)
	// without its target, and with columns in another order
	short := file(t, "new.csv", "noise,town,weight,age,rooms,size,colour\n0.1,1,1,0.2,0.3,2,red\n0,1,1,0,0,-2,blue\n")
	if stdout, stderr, code := call(t.Context(), "predict", "--model", model, "--data", short, "--out", "-"); code != 1 ||
		!strings.Contains(stderr, "price") {
		t.Errorf("a column of the model is missing: exit code %d: %s%s", code, stdout, stderr)
	}
	short = file(t, "new.csv",
		"noise,town,weight,age,rooms,size,colour,price\n0.1,1,1,0.2,0.3,2,red,9\n0,1,1,0,0,-2,blue,1\n")
	if stdout, stderr, code := call(t.Context(), "predict", "--model", model, "--data", short, "--out", "-"); code != 0 ||
		!strings.Contains(stdout, "house") || !strings.Contains(stderr, "colour") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// checkPredictions tests a table of predictions for flats and houses: labels go with scores, and probabilities are the
// logistic function of them.
func checkPredictions(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || len(rows) != 61 ||
		strings.Join(rows[0], "|") != "target|label|score|probability flat|probability house" {
		t.Fatalf("%v, error %v", rows[0], err)
	}
	for _, row := range rows[1:] {
		var score, flat, house float64
		if _, err := fmt.Sscan(strings.Join(row[2:], " "), &score, &flat, &house); err != nil {
			t.Fatal(err)
		}
		if (row[1] == "house") != (score > 0) || math.Abs(flat+house-1) > 1e-12 ||
			math.Abs(house-1/(1+math.Exp(-score))) > 1e-12 {
			t.Fatalf("%v", row)
		}
	}
}

// checkFigures tests that files were written into a folder, and are not empty.
func checkFigures(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFitPathAndFolds(t *testing.T) {
	t.Parallel()
	path, dir := numbers(t, houses(t)), t.TempDir()
	args := []string{"fit", "--data", path, "--target", "price", "--loss", "squared", "--penalty", "l1", "--path", "8",
		"--cv", "5", "--intercept",
		"--figures", filepath.Join(dir, "figures"), "--model", filepath.Join(dir, "model.json"), "--json"}
	stdout, stderr, code := call(t.Context(), args...)
	lines := decode(t, stdout)
	if code != 0 || len(lines) != 8 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	for k, v := range lines {
		errors := v["cv_error"].(float64) > 0 && v["cv_std_error"].(float64) > 0
		falls := k == 0 || v["lambda"].(float64) < lines[k-1]["lambda"].(float64)
		if v["status"] != "converged" || !errors || !falls {
			t.Errorf("%v", v)
		}
	}
	place := func(key string) int {
		return slices.IndexFunc(lines, func(v map[string]any) bool { return v[key] == true })
	}
	chosen, least := place("cv_one_std_error"), place("cv_best")
	if lines[0]["nonzeros"] != 0. || chosen < 0 || chosen > least {
		t.Errorf("chosen %d, least %d: %s", chosen, least, stdout)
	}
	text, err := os.ReadFile(filepath.Join(dir, "model.json"))
	if err != nil || decode(t, string(text))[0]["lambda"] != lines[chosen]["lambda"] {
		t.Errorf("the model is not the one chosen: %s, error %v", text, err)
	}
	checkFigures(t, filepath.Join(dir, "figures"), "path.png", "path.html", "validation.png", "validation.html")
	again, _, _ := call(t.Context(), slices.Delete(slices.Clone(args), len(args)-5, len(args)-3)...) // no figures
	for k, v := range decode(t, again) {
		v["seconds"] = lines[k]["seconds"]
		expect(t, v, lines[k])
	}
	if stdout, stderr, code := call(t.Context(), args[:len(args)-1]...); code != 0 ||
		!strings.Contains(stdout, "◀ chosen") || !strings.Contains(stderr, "path.png") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// TestFitOfEveryKind runs tasks, groups and labels through the command, starts warm, and explains itself.
func TestFitOfEveryKind(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	groups := file(t, "groups.txt", "1 2\n3 4 w=2\n")
	model := filepath.Join(t.TempDir(), "model.json")
	svm := file(t, "data.svm", "1 1:1 2:1\n1 1:2 3:1\n2 2:3\n2 2:1 3:2\n3 3:4\n3 1:-1 3:3\n")
	for _, args := range []string{
		"--data " + path + " --target price --tasks town --loss squared --penalty multitask --lambda 0.1max --model " + model,
		"--data " + path + " --target price --tasks town --loss squared --penalty trace --lambda 0.1max --explain",
		"--data " + path + " --target price --loss squared --penalty group --groups " + groups + " --lambda 0.1max",
		"--data " + path + " --target price --loss squared --penalty sparse-group --groups " + groups +
			" --lambda 0.1max --mix 0.3",
		"--data " + path + " --target price --loss squared --penalty overlap-group --groups " + groups +
			" --lambda 0.1max --mu 0.1",
		"--data " + path + " --target price --loss squared",
		"--data " + svm + " --loss multinomial --penalty trace --lambda 0.1max",
		"--data " + svm + " --loss multinomial --penalty none --mu 0.1 --cv 2",
	} {
		stdout, stderr, code := call(t.Context(), append([]string{"fit", "--json"}, strings.Fields(args)...)...)
		if code != 0 {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
			continue
		}
		if v := decode(t, stdout)[0]; v["status"] != "converged" {
			t.Errorf("%s: %s", args, stdout)
		}
		if strings.Contains(args, "explain") && !strings.Contains(stderr, "fista: would do too") {
			t.Errorf("%s: explains %q", args, stderr)
		}
	}
	stdout, stderr, code := call(t.Context(), "predict", "--model", model, "--data", path, "--tasks", "town", "--json")
	if code != 0 || decode(t, stdout)[0]["r2"] == nil {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	warm := strings.Fields("fit --data " + path + " --target price --tasks town --loss squared --penalty multitask " +
		"--lambda 0.1max --json --warm " + model)
	if stdout, stderr, code := call(t.Context(), warm...); code != 0 || decode(t, stdout)[0]["iterations"].(float64) > 1 {
		t.Errorf("from its own solution: exit code %d: %s%s", code, stdout, stderr)
	}
}

// TestPredictWithoutTarget: where columns have no names, a file with one column less is one without targets.
func TestPredictWithoutTarget(t *testing.T) {
	t.Parallel()
	with, model := file(t, "with.csv", "1,2,5\n2,1,4\n3,5,13\n4,4,12\n"), filepath.Join(t.TempDir(), "model.json")
	without := file(t, "without.csv", "1,2\n2,1\n")
	if stdout, stderr, code := call(t.Context(), "fit", "--data", with, "--target", "3", "--loss", "squared",
		"--model", model); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	stdout, stderr, code := call(t.Context(), "predict", "--model", model, "--data", without, "--out", "-")
	if lines := strings.Split(stdout, "\n"); code != 0 || lines[0] != "prediction" ||
		!strings.HasPrefix(lines[1], "5.") && !strings.HasPrefix(lines[1], "4.99") && lines[1] != "5" {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}
