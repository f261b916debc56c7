package own

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/reproduce/compare"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/provenance"
)

// TestMod: the module of a folder of one's own needs what the project needs, and finds the project beside it.
func TestMod(t *testing.T) {
	t.Parallel()
	project, err := os.ReadFile("../../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	text, err := Mod(project, "mine", "v1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	own, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	of, err := modfile.Parse("go.mod", project, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(own.Require) != len(of.Require)+1 ||
		own.Require[0].Mod.String() != provenance.Module+"@v1.2.3" || own.Go.Version != of.Go.Version {
		t.Errorf("the project needs %d modules, a folder of one's own %d:\n%s", len(of.Require), len(own.Require), text)
	}
	if len(own.Replace) != 1 || own.Replace[0].New.Path != "./"+Project || own.Module.Mod.Path != "mine" {
		t.Errorf("the project is not found:\n%s", text)
	}
	if of.Module.Mod.Path != provenance.Module {
		t.Errorf("the project is %s", of.Module.Mod.Path)
	}
}

// outside writes the study into a folder of its own, whose module names this clone, so that the toolkit is not compiled
// again, and the tests of testdata, in which own parts go through every door.
func outside(t *testing.T) (dir string) {
	t.Helper()
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	content, err := studyFiles("mine")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := Mod(read(filepath.Join(root, "go.mod")), "mine", "")
	if err != nil {
		t.Fatal(err)
	}
	content["go.mod"] = []byte(strings.ReplaceAll(string(mod), "./"+Project, root))
	content["go.sum"] = read(filepath.Join(root, "go.sum"))
	content["doors_test.go"] = read("testdata/doors_test.go.txt")
	dir = t.TempDir()
	for name, text := range content {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := outfile.Write(t.Context(), path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestStudy builds the study outside of this module, formatted and vetted, runs its tests and those of testdata, which
// bring an own penalty, loss, solver, oracle and method through every door, runs it, and compares its methods.
func TestStudy(t *testing.T) {
	t.Parallel()
	dir := outside(t)
	run := func(name string, words ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), name, words...)
		c.Dir, c.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(words, " "), err, out)
		}
		return string(out)
	}
	if said := run("gofmt", "-l", "."); said != "" {
		t.Errorf("not formatted: %s", said)
	}
	run("go", "vet", "./...")
	run("go", "test", "-vet=off", "./...")
	run("go", "build", "-o", "study", ".")
	if said := run("./study"); !strings.Contains(said, "report: ") || !strings.Contains(said, "adaptive by spectral") {
		t.Errorf("the study says:\n%s", said)
	}
	kept, err := plan.ReadKept(filepath.Join(dir, "out", "mine", "tasks"))
	if err != nil || len(kept.Results) != 30 {
		t.Fatalf("%d results, error %v", len(kept.Results), err)
	}
	scores, err := compare.Of(kept.Results, compare.Roles{Measure: "Error", Time: "Seconds", Gap: "Gaps", Target: 1e-6})
	if err != nil || len(scores.Methods) != 3 || len(scores.Data) != 2 || len(scores.Figures()) != 5 {
		t.Errorf("%+v, error %v", scores, err)
	}
	record, err := os.ReadFile(filepath.Join(dir, "out", "mine", "record.json"))
	if err != nil || !strings.Contains(string(record), `"`+provenance.Module+" v0.0.0, replaced by ") {
		t.Errorf("the record does not say by which toolkit: %v", err)
	}
}

// TestNewSaysWhatToDo: outside of a clone a command that is no release has no sources; names do for modules and jobs.
func TestNewSaysWhatToDo(t *testing.T) {
	t.Chdir(t.TempDir())
	for dir, says := range map[string]string{
		"mine": "run it inside a clone of the project", "My study": "small letters, digits and hyphens",
	} {
		cmd := NewNew()
		cmd.SetArgs([]string{"study", dir})
		cmd.SetOut(io.Discard)
		cmd.SetErr(io.Discard)
		if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
