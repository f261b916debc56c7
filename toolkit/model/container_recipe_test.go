package model_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/model"
)

// TestContainerRecipe runs what docs/model.md has to read a container in Python.
func TestContainerRecipe(t *testing.T) {
	t.Parallel()
	if out, err := exec.CommandContext(t.Context(), "python3", "-c", "import numpy").CombinedOutput(); err != nil {
		t.Skipf("there is no python3 with numpy: %v %.200s", err, out)
	}
	docs, err := os.ReadFile("../../docs/model.md")
	if err != nil {
		t.Fatal(err)
	}
	recipe := regexp.MustCompile("(?s)```python\n([^`]*def read_container.*?)```").FindSubmatch(docs)
	if recipe == nil {
		t.Fatal("docs/model.md has no read_container")
	}
	path := filepath.Join(t.TempDir(), "model")
	if err := os.WriteFile(path, []byte(model.Sealed(tagger.String()+"\n"+taggerBody)), 0o666); err != nil {
		t.Fatal(err)
	}
	script := string(recipe[1]) + "\nhead, arrays = read_container('" + path + "')\n" +
		"print(head['labels'], *[list(map(float, a)) for a in arrays.values()])"
	out, err := exec.CommandContext(t.Context(), "python3", "-c", script).CombinedOutput()
	want := "['N', 'V'] [5.0, 6.0] [0.0, 1.0, 3.0] [0.0, 0.0, 1.0] [1.0, 2.0, 3.0] [0.0, 1.0, 2.0, 3.0] [9.0]"
	if err != nil || strings.TrimSpace(string(out)) != want {
		t.Errorf("it reads %s, and not %s: %v", out, want, err)
	}
}
