package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// pixel is the smallest PNG, in base64.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// clone makes a folder that looks like a clone in which setup was made, with one notebook of the project, 00-own, and
// one of a reader, scratch. Its Jupyter succeeds, and does nothing.
func clone(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the Jupyter of this test is a script")
	}
	dir := t.TempDir()
	figure := `{"cells":[{"cell_type":"markdown","source":["# Title"]},` +
		`{"cell_type":"code","source":[],"outputs":[{"data":{"image/png":"` + pixel + `"}}]}]}`
	for name, text := range map[string]string{
		"go.mod":                            "module x\n",
		"README.md":                         "| [00-own](notebooks/00-own.ipynb) | what it shows |\n",
		"notebooks/00-own.ipynb":            figure,
		"notebooks/scratch.ipynb":           figure,
		".venv/bin/jupyter":                 "#!/bin/sh\n",
		".bin/gonb":                         "",
		".jupyter/kernels/gonb/kernel.json": "{}",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("PROXLAB_CELLS", dir) // no cell is run
}

// TestScratchNotebooksAreNotInTheGallery: a notebook that README.md does not name may be executed, and leaves the
// gallery alone, before there is one and after.
func TestScratchNotebooksAreNotInTheGallery(t *testing.T) {
	clone(t)
	if _, stderr, code := call(t.Context(), "notebooks", "run", "scratch"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, path := range []string{"notebooks/README.md", "docs/notebooks"} {
		if there(path) {
			t.Errorf("%s was written for a scratch notebook", path)
		}
	}
	for _, args := range [][]string{{"notebooks", "run", "00-own"}, {"notebooks", "run"}, {"notebooks", "gallery"}} {
		if err := os.RemoveAll("docs/notebooks"); err != nil {
			t.Fatal(err)
		}
		if _, stderr, code := call(t.Context(), args...); code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, stderr)
		}
		page, err := os.ReadFile("notebooks/README.md")
		if err != nil || !strings.Contains(string(page), "What it shows.") || strings.Contains(string(page), "scratch") {
			t.Errorf("%v: error %v, the gallery is:\n%s", args, err, page)
		}
		if !there("docs/notebooks/00-own.png") || there("docs/notebooks/scratch.png") {
			t.Errorf("%v: the gallery has not the thumbnail of 00-own alone", args)
		}
	}
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
