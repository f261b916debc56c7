package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

var pythonPattern = regexp.MustCompile("(?s)```python\n(.*?)```")

// recipes are two of the blocks of Python of docs/model.md: the first reads a model, that with write_model writes one.
func recipes(t *testing.T) (read, write string) {
	t.Helper()
	blocks := pythonPattern.FindAllStringSubmatch(readDoc(t, "docs/model.md"), -1)
	writes := slices.IndexFunc(blocks, func(block []string) bool { return strings.Contains(block[1], "def write_model") })
	if writes < 1 {
		t.Fatalf("%d blocks of Python, of which none writes a model", len(blocks))
	}
	return blocks[0][1], blocks[writes][1]
}

// TestModelRecipeFields: the recipe writes the fields of a file, but for the seal, and no others; it needs no Python.
func TestModelRecipeFields(t *testing.T) {
	t.Parallel()
	m := &model.Linear{Loss: "squared", Penalty: "none", Link: model.Identity, Features: 1, Outputs: 1,
		Weights: []float64{1}}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	var saved map[string]any
	if err := json.Unmarshal(b.Bytes(), &saved); err != nil {
		t.Fatal(err)
	}
	_, write := recipes(t)
	_, fields, _ := strings.Cut(write, "model = {")
	var written []string
	for _, field := range regexp.MustCompile(`"(\w+)":`).FindAllStringSubmatch(fields, -1) {
		written = append(written, field[1])
	}
	for field := range saved {
		if !slices.Contains(written, field) && field != "seal" { // which it need not have
			t.Errorf("the recipe writes no %s", field)
		}
	}
	for _, field := range written {
		if _, known := saved[field]; !known {
			t.Errorf("the recipe writes %s, which no model has", field)
		}
	}
}

// TestModelRecipe runs the recipes in Python: scores of a model that was read are those of the command, and so are the
// predictions of a model that was written.
func TestModelRecipe(t *testing.T) {
	t.Parallel()
	if out, err := exec.CommandContext(t.Context(), "python3", "-c", "import numpy").CombinedOutput(); err != nil {
		t.Skipf("there is no python3 with numpy: %v %.200s", err, out)
	}
	read, write := recipes(t)
	for _, c := range []struct{ loss, target, labels string }{
		{"squared", "price", ""}, {"logistic", "kind", "[flat house]"}, {"multinomial", "town", "[1 2 3]"},
	} {
		dir, data := t.TempDir(), houses(t)
		run := func(words string) {
			if _, stderr, code := call(t.Context(), strings.Fields(words)...); code != 0 {
				t.Fatalf("%s: exit code %d: %s", words, code, stderr)
			}
		}
		drop := " --drop kind"
		if c.target == "kind" {
			drop = " --drop town"
		}
		run("fit --mu 0.1 --intercept --loss " + c.loss + " --target " + c.target + drop + " --data " + data + " --model " +
			dir + "/model.json")
		run("predict --model " + dir + "/model.json --data " + data + " --out " + dir + "/want.npy")
		m, err := models.LoadModel(t.Context(), dir+"/model.json")
		if err != nil {
			t.Fatal(err)
		}
		frame, err := datasets.ReadFrame(t.Context(), data, datasets.FrameOptions{NoTarget: true, Features: m.FeatureNames})
		if err != nil {
			t.Fatal(err)
		}
		var x bytes.Buffer
		if err := array.WriteNPY(&x, linalg.ToDense(frame.X)); err != nil {
			t.Fatal(err)
		}
		labels := "None"
		if c.labels != "" {
			labels = `m["labels"]`
		}
		script := "import numpy as np\nX = np.load('X.npy')\n" + read + "np.save('read.npy', scores)\n" +
			"class clf: coef_, intercept_, classes_ = W.T, np.array(m['intercept']), " + labels + "\n" +
			strings.ReplaceAll(write, `"logistic", clf`, `"`+c.loss+`", clf`)
		for name, content := range map[string][]byte{"X.npy": x.Bytes(), "recipe.py": []byte(script)} {
			if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		python := exec.CommandContext(t.Context(), "python3", "recipe.py")
		python.Dir = dir
		if out, err := python.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %.2000s", c.loss, err, out)
		}
		run("predict --model " + dir + "/mine.json --data " + dir + "/X.npy --out " + dir + "/back.npy")
		want := matrix(t, dir+"/want.npy")
		for _, name := range []string{"read.npy", "back.npy"} {
			if d := distance(want, matrix(t, filepath.Join(dir, name))); !(d < 1e-12) {
				t.Errorf("%s: %s is %g from the scores of the command", c.loss, name, d)
			}
		}
		if mine, err := models.LoadModel(t.Context(), dir+"/mine.json"); err != nil || !slices.Equal(mine.Labels, m.Labels) ||
			!slices.Equal(mine.LabelNames, m.LabelNames) {
			t.Errorf("%s: labels %v, error %v", c.loss, mine, err)
		}
	}
}

// matrix reads an array.
func matrix(t *testing.T, path string) *linalg.Dense {
	t.Helper()
	f, err := datasets.ReadFrame(t.Context(), path, datasets.FrameOptions{NoTarget: true})
	if err != nil {
		t.Fatal(err)
	}
	return linalg.ToDense(f.X)
}

// distance is the largest difference of two matrices; a huge number where shapes differ.
func distance(a, b *linalg.Dense) float64 {
	if a.R != b.R || a.C != b.C {
		return 1e300
	}
	worst := 0.
	for k, v := range a.Data {
		worst = max(worst, v-b.Data[k], b.Data[k]-v)
	}
	return worst
}
