package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"
)

const toolkit = "github.com/proxlab/proxlab"

// begin writes the module of a kernel's cells, in the folder cells, where `go mod init` has begun it. It requires the
// module around the notebook, if that is the toolkit or needs it, else the project; all that this needs, in the same
// versions; and replaces what this replaces.
func begin(cells, notebook, project string) error {
	root, mod, err := around(notebook)
	if err != nil {
		return err
	}
	if mod == nil {
		if root, mod, err = project, nil, nil; project == "" {
			return nil // a kernel that nobody told of a project
		}
		if mod, err = read(project); err != nil {
			return err
		}
	}
	own, err := read(cells)
	if err != nil {
		return err
	}
	own.AddNewRequire(mod.Module.Mod.Path, "v0.0.0", false)
	for _, r := range mod.Require {
		own.AddNewRequire(r.Mod.Path, r.Mod.Version, true)
	}
	if err := own.AddGoStmt(mod.Go.Version); err != nil {
		return err
	}
	own.Cleanup()
	text, err := own.Format()
	if err != nil {
		return err
	}
	found := places(root, mod)
	// The kernel looks for lines of a replacement, and hands every file of its folder to gopls, which then keeps all of
	// them in memory as if they were open: it does not see those in brackets. The remark keeps the brackets.
	text = append(text, "\nreplace (\n"...)
	for _, p := range found {
		text = append(text, fmt.Sprintf("\t%s => %s\n", p.replaced, p.by)...)
	}
	text = append(text, "\t// in brackets, though it may be one\n)\n"...)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(cells, "go.mod"), text, 0o666),
		os.WriteFile(filepath.Join(cells, "go.sum"), sums, 0o666), writeIndex(cells, found))
}

// read reads the go.mod of a folder.
func read(folder string) (*modfile.File, error) {
	path := filepath.Join(folder, "go.mod")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	mod, err := modfile.Parse(path, text, nil)
	if err == nil && (mod.Module == nil || mod.Go == nil) {
		err = fmt.Errorf("%s says no module, or no version of Go", path)
	}
	return mod, err
}

// around finds the innermost module around a folder; nil where it is another than the toolkit, and does not need that.
func around(folder string) (root string, mod *modfile.File, err error) {
	for root = folder; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) {
			return "", nil, nil
		}
	}
	if mod, err = read(root); err != nil {
		return "", nil, err
	}
	knows := mod.Module.Mod.Path == toolkit
	for _, r := range mod.Require {
		knows = knows || r.Mod.Path == toolkit
	}
	if !knows {
		return "", nil, nil
	}
	return root, mod, nil
}
