package lab

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/own"
	"github.com/proxlab/proxlab/reproduce/provenance"
)

// TestOwnWritesNothingOver: a folder with files of others is refused, and what was begun is completed around what a
// reader has changed.
func TestOwnWritesNothingOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := own.MayBe(filepath.Join(dir, "new")); err != nil {
		t.Error(err)
	}
	if err := own.MayBe(dir); err != nil {
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
	put(filepath.Join(dir, own.Project, "go.mod"), "module "+provenance.Module+"\ngo 1.26\n") // it was interrupted here
	put(filepath.Join(dir, own.Project, "go.sum"), "sums")
	put(filepath.Join(dir, own.Project, "node_modules", "a.js"), "library")
	if err := writeOwn(dir); err != nil {
		t.Fatal(err)
	}
	const toolkit = provenance.Module
	mod := "module mine\n\ngo 1.26\n\nreplace " + toolkit + " => ./.proxlab\n\nrequire " + toolkit + " v0.0.0"
	for path, want := range map[string]string{
		mine: "mine", filepath.Join(dir, "go.mod"): mod,
		filepath.Join(dir, "go.sum"): "sums", filepath.Join(dir, "node_modules", "a.js"): "library",
	} {
		if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s: %q, error %v", path, text, err)
		}
	}
	if err := own.MayBe(dir); err != nil {
		t.Errorf("it cannot be completed: %v", err)
	}
}
