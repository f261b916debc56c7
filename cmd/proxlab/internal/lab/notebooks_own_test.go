package lab

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// TestOwnMod: the module of a folder of one's own needs what the project needs, and finds the project beside it.
func TestOwnMod(t *testing.T) {
	t.Parallel()
	project, err := os.ReadFile("../../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	text, err := ownMod(project)
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
	if len(own.Require) != len(of.Require)+1 || own.Require[0].Mod.Path != modulePath || own.Go.Version != of.Go.Version {
		t.Errorf("the project needs %d modules, a folder of one's own %d:\n%s", len(of.Require), len(own.Require), text)
	}
	if len(own.Replace) != 1 || own.Replace[0].New.Path != "./"+ownProject || own.Module.Mod.Path != ownModule {
		t.Errorf("the project is not found:\n%s", text)
	}
	if of.Module.Mod.Path != modulePath {
		t.Errorf("the project is %s", of.Module.Mod.Path)
	}
}

// TestOwnWritesNothingOver: a folder with files of others is refused, and what was begun is completed around what a
// reader has changed.
func TestOwnWritesNothingOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := mayBeOwn(filepath.Join(dir, "new")); err != nil {
		t.Error(err)
	}
	if err := mayBeOwn(dir); err != nil {
		t.Error(err)
	}
	mine := filepath.Join(dir, "notebooks", "first.ipynb")
	put := func(path, text string) {
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put(mine, "mine")
	cmd := NewNotebooks()
	cmd.SetArgs([]string{"new", dir})
	cmd.SetErr(io.Discard)
	if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Error(err)
	}
	put(filepath.Join(dir, ownProject, "go.mod"), "module "+modulePath+"\ngo 1.26\n") // it was interrupted here
	put(filepath.Join(dir, ownProject, "go.sum"), "sums")
	put(filepath.Join(dir, ownProject, "node_modules", "a.js"), "library")
	if err := writeOwn(dir); err != nil {
		t.Fatal(err)
	}
	mod := "module mine\n\ngo 1.26\n\nreplace " + modulePath + " => ./.proxlab\n\nrequire " + modulePath + " v0.0.0\n"
	for path, want := range map[string]string{
		mine: "mine", filepath.Join(dir, "go.mod"): mod,
		filepath.Join(dir, "go.sum"): "sums", filepath.Join(dir, "node_modules", "a.js"): "library",
	} {
		if text, err := os.ReadFile(path); err != nil || string(text) != want {
			t.Errorf("%s: %q, error %v", path, text, err)
		}
	}
	if err := mayBeOwn(dir); err != nil {
		t.Errorf("it cannot be completed: %v", err)
	}
}
