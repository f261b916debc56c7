package lab

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/notebooks/explorables/module"
	"github.com/proxlab/proxlab/reproduce/provenance"
)

const settable = `{"cells": [
 {"cell_type": "code", "metadata": {"tags": ["parameters"]},
  "source": ["var lambda float64 = 1\n", "const name = \"a\""]},
 {"cell_type": "code", "metadata": {"tags": ["injected-parameters"]}, "source": "var lambda float64 = 7"},
 {"cell_type": "markdown", "metadata": {}, "source": "text"}], "nbformat": 4, "nbformat_minor": 5}`

// TestParameters: a cell behind that of the parameters declares them anew, in place of one from before.
func TestParameters(t *testing.T) {
	t.Parallel()
	out, err := withParameters([]byte(settable), []string{"lambda=-2.5e-3", `name=b "c"`})
	if err != nil {
		t.Fatal(err)
	}
	nb, err := module.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	want := "// Set by the command.\nvar lambda float64 = -2.5e-3\nconst name = \"b \\\"c\\\"\""
	if len(nb.Cells) != 3 || string(nb.Cells[1].Source) != want || nb.Cells[2].Type != "markdown" {
		t.Errorf("%s", out)
	}
}

// TestBadParameters: what is wrong is named.
func TestBadParameters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ nb, set, want string }{
		{settable, "lamda=1", "there is no parameter lamda: its cell declares lambda, name"},
		{settable, "lambda", "as name=value"},
		{settable, "=1", "as name=value"},
		{settable, "lambda=NaN", "takes a number"},
		{settable, "lambda=1; panic(1)", "takes a number"},
		{settable, "lambda=", "takes a number"},
		{`{"cells": []}`, "lambda=1", "no cell has the tag"},
		{`[1]`, "lambda=1", "no notebook"},
		{strings.Replace(settable, "var lambda", "var 1", 1), "lambda=1", "is no Go"},
	} {
		if _, err := withParameters([]byte(c.nb), []string{c.set}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %q", c.set, err, c.want)
		}
	}
	if got := fileName([]string{"path=../x y"}); got != "path=.._x_y" {
		t.Errorf("%q", got)
	}
}

// TestFirstNotebookCompiles: the notebook that a new folder begins with is a program of the toolkit as it is.
func TestFirstNotebookCompiles(t *testing.T) {
	t.Parallel()
	out, err := withParameters(firstNotebook, []string{"lambda=0.1", "features=500"})
	if err != nil {
		t.Fatal(err)
	}
	nb, err := module.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	program := "package main\n\nimport (\n\t\"fmt\"\n"
	for _, p := range []string{
		"datasets/generate", "toolkit/fit", "toolkit/loss", "toolkit/prox", "toolkit/solver", "toolkit/solver/gradient",
	} {
		program += fmt.Sprintf("\t%q\n", provenance.Module+"/"+p)
	}
	program += ")\n"
	var all string
	for k, c := range nb.Cells {
		source := string(c.Source)
		switch run, main := strings.CutPrefix(source, "%%\n"); {
		case main:
			program += fmt.Sprintf("func run%d() {\n%s\n}\n", k, run)
			all += fmt.Sprintf("run%d()\n", k)
		case strings.HasPrefix(source, "import"):
			program = strings.Replace(program, "\nimport", "\n"+source+"\nimport", 1)
		case c.Type == "code" && !strings.HasPrefix(source, "// Set"): // which would declare them twice
			program += source + "\n"
		}
	}
	program += "func main() {\n" + all + "}\n"
	root, err := filepath.Abs(filepath.FromSlash("../../../.."))
	if err != nil {
		t.Fatal(err)
	}
	file, overlay := filepath.Join(t.TempDir(), "main.go"), filepath.Join(t.TempDir(), "overlay.json")
	replaced := map[string]string{filepath.Join(root, "cmd", "first", "main.go"): file}
	there, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{file: program, overlay: string(there)} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, "-o", os.DevNull, "./cmd/first")
	build.Dir = root
	if said, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, said, program)
	}
}
