package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestModelVerify: what was changed of a model is named, by model verify and by predict, and a file that nothing tells
// of is not called right.
func TestModelVerify(t *testing.T) {
	t.Parallel()
	data, path := kinds(t, "flat", "house"), filepath.Join(t.TempDir(), "m.json")
	fit := "fit --loss logistic --penalty l1 --lambda 0.05max --target kind --model " + path + " --data " + data
	if _, stderr, code := call(t.Context(), strings.Fields(fit)...); code != 0 {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(text), `,"seal"`)
	for _, c := range []struct {
		old, now string
		code     int
		says     string
		predicts int
	}{
		{"", "", 0, "m.json: linear model, as it was written", 0},
		{`"house"`, `"hut"`, 1, "the linear model is not what was written; changed are: labels", 1},
		{`"gap":`, `"gap":-5,"x":`, 1, "changed are: gap, x", 1},
		{string(text[at:]), "}", 1, "the linear model has no seal", 0},
		{"linear", "lunar", 1, `its format is "proxlab lunar model"`, 1},
	} {
		changed := file(t, "m.json", strings.Replace(string(text), c.old, c.now, 1))
		stdout, stderr, code := call(t.Context(), "model", "verify", changed)
		if code != c.code || !strings.Contains(stdout+stderr, c.says) || !strings.Contains(stdout+stderr, changed) {
			t.Errorf("%s: exit code %d: %s%s", c.now, code, stdout, stderr)
		}
		_, stderr, code = call(t.Context(), "predict", "--model", changed, "--data", data)
		_, names, _ := strings.Cut(c.says, "changed are: ")
		if code != c.predicts || !strings.Contains(stderr, names) {
			t.Errorf("%s: predict: exit code %d: %s", c.now, code, stderr)
		}
	}
	both := []string{"model", "verify", filepath.Join(t.TempDir(), "none.json"), path}
	if stdout, stderr, code := call(t.Context(), both...); code != 1 || !strings.Contains(stdout, "as it was written") ||
		!strings.Contains(stderr, "none.json") {
		t.Errorf("one of two is missing: exit code %d: %s%s", code, stdout, stderr)
	}
}
