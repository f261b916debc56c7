package outfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// only tells that a folder holds nothing but these names.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	for _, e := range entries {
		there = append(there, e.Name())
	}
	if got, want := strings.Join(there, " "), strings.Join(names, " "); got != want {
		t.Errorf("the folder holds %q, not %q", got, want)
	}
}

func text(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestWrite(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", elsewhere)
	path := filepath.Join(dir, "file")
	for _, content := range []string{"first", "", "second"} {
		if err := errors.Join(Check(path), Write(t.Context(), path, []byte(content), 0o666)); err != nil {
			t.Fatal(err)
		}
		if got := text(t, path); got != content {
			t.Errorf("%q", got)
		}
	}
	only(t, dir, "file")
	only(t, elsewhere)
}

func TestPermissionsStay(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	for _, perm := range []fs.FileMode{0o600, 0o640, 0o755} {
		err := errors.Join(os.WriteFile(path, nil, perm), os.Chmod(path, perm), Write(t.Context(), path, nil, 0o666))
		info, e := os.Stat(path)
		if err = errors.Join(err, e); err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != perm {
			t.Errorf("%v became %v", perm, info.Mode().Perm())
		}
	}
}

// TestFaultWriteThroughLinks: links stay, what they point to is written, be it there or not.
func TestFaultWriteThroughLinks(t *testing.T) {
	t.Parallel()
	dir, target := t.TempDir(), t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(target, "old"), []byte("old"), 0o666),
		os.Symlink(filepath.Join(target, "old"), filepath.Join(dir, "absolute")),
		os.Symlink("absolute", filepath.Join(dir, "chain")),
		os.Symlink(target, filepath.Join(dir, "folder")),
		os.Symlink("folder/new", filepath.Join(dir, "dangling")),
		os.Symlink("circle", filepath.Join(dir, "circle")),
		os.Symlink("nowhere/new", filepath.Join(dir, "nowhere-to-go"))); err != nil {
		t.Skip(err) // a system without links
	}
	for name, file := range map[string]string{"chain": "old", "dangling": "new", "folder/third": "third"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(Check(path), Write(t.Context(), path, []byte(name), 0o666)); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := text(t, filepath.Join(target, file)); got != name {
			t.Errorf("%s: %q", name, got)
		}
		if !Same(path, filepath.Join(target, file)) {
			t.Errorf("%s is not %s", name, file)
		}
	}
	only(t, dir, "absolute", "chain", "circle", "dangling", "folder", "nowhere-to-go")
	only(t, target, "new", "old", "third")
	for _, name := range []string{"circle", "nowhere-to-go"} {
		path := filepath.Join(dir, name)
		if Check(path) == nil || Write(t.Context(), path, nil, 0o666) == nil || Same(path, path) {
			t.Errorf("%s was written", name)
		}
	}
}

func TestFaultWhereNothingCanBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("kept"), 0o666); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{
		dir:                              "it is a folder",
		filepath.Join(dir, "no", "file"): "no file can be made in the folder",
		filepath.Join(file, "file"):      "file",
	} {
		for what, err := range map[string]error{"Check": Check(path), "Write": Write(t.Context(), path, nil, 0o666)} {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s %s: %v", what, path, err)
			}
		}
	}
	if err := CheckFolder(filepath.Join(dir, "a", "b")); err != nil {
		t.Error(err)
	}
	if err := CheckFolder(filepath.Join(file, "a")); err == nil {
		t.Error("a folder can be made in a file")
	}
	only(t, dir, "file")
	if text(t, file) != "kept" {
		t.Error("the file was touched")
	}
}

// TestFaultWhatWasLeftIsSwept: the file of a killed process goes with the next write, that of one at work stays. It
// runs alone: a process that another test starts holds the lock of a file, too, until it runs its own program.
func TestFaultWhatWasLeftIsSwept(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(dir, ".proxlab-left.tmp"), nil, 0o666),
		os.WriteFile(filepath.Join(dir, ".proxlab-own"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	other, err := create(dir, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "file")
	if err := errors.Join(Check(path), Write(t.Context(), path, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	only(t, dir, filepath.Base(other.Name()), ".proxlab-own", "file")
	if err := errors.Join(other.Close(), Check(path)); err != nil {
		t.Fatal(err)
	}
	only(t, dir, ".proxlab-own", "file")
}
