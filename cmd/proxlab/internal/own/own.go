// Package own sets up folders of one's own, outside of any clone: a module that names the toolkit, whose sources lie in
// it. A study of one's own is one of them; notebooks are another, in package lab.
package own

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/proxlab/proxlab/internal/sources"
	"github.com/proxlab/proxlab/reproduce/provenance"
)

// Project is the folder, within one's own, of the toolkit's sources.
const Project = ".proxlab"

// Exists tells whether there is something at a path.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Find looks for a folder with notebooks, of the project or one's own, above the working folder; "" where there is
// none.
func Find() (root string, err error) {
	if root, err = os.Getwd(); err != nil {
		return "", err
	}
	for ; !Exists(filepath.Join(root, "go.mod")) || !Exists(filepath.Join(root, "notebooks")); root = filepath.Dir(root) {
		if root == filepath.Dir(root) {
			return "", nil
		}
	}
	return root, nil
}

// MayBe tells whether a folder may be set up: it is not there, or empty, or was begun.
func MayBe(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(entries) == 0:
		return nil
	case err != nil:
		return err
	}
	begun := func(e fs.DirEntry) bool { return e.Name() == Project || e.Name() == Project+".part" }
	if !slices.ContainsFunc(entries, begun) {
		return fmt.Errorf("%s is not empty: name a folder that is not there yet", dir)
	}
	return nil
}

// Go returns an error where there is no Go.
func Go() error {
	if _, err := exec.LookPath("go"); err != nil {
		return fmt.Errorf("what is written there is compiled: install Go 1.26 or newer (https://go.dev/dl): %w", err)
	}
	return nil
}

// Write writes the toolkit's sources, a module of a name that names them, and files by their paths with slashes; what
// is there stays.
func Write(dir, module string, files map[string][]byte) error {
	version, err := writeSources(dir)
	if err != nil {
		return err
	}
	project := filepath.Join(dir, Project)
	mod, err := os.ReadFile(filepath.Join(project, "go.mod"))
	if err != nil {
		return err
	}
	if mod, err = Mod(mod, module, version); err != nil {
		return err
	}
	files["go.mod"] = mod
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if Exists(path) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return err
		}
	}
	for _, name := range []string{"go.sum", "node_modules"} {
		from, to := filepath.Join(project, name), filepath.Join(dir, name)
		if Exists(to) || !Exists(from) {
			continue
		}
		if name == "node_modules" {
			err = os.Rename(from, to)
		} else {
			err = Copy(from, to, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeSources writes the toolkit's sources, those that the command carries or those of the clone around the working
// folder, and returns their version.
func writeSources(dir string) (version string, err error) {
	project, packed := filepath.Join(dir, Project), packedSources
	version = provenance.Release
	if len(packed) == 0 {
		clone, err := Find()
		switch {
		case err != nil:
			return "", err
		case clone == "" && !Exists(project):
			return "", fmt.Errorf("this command is no release, and carries no sources of the toolkit: run it inside a clone of "+
				"the project, as in `cd proxlab; proxlab … new %s`, or take a release, which `make release` builds", dir)
		}
		if own := filepath.Join(clone, Project); clone != "" && Exists(own) {
			clone = own
		}
		version = pseudoVersion(clone)
		if !Exists(project) {
			if packed, err = sources.Pack(clone, false); err != nil {
				return "", err
			}
		}
	}
	if Exists(project) {
		return version, nil
	}
	part := project + ".part" // whole or not at all
	return version, errors.Join(os.RemoveAll(part), sources.Unpack(packed, part), os.Rename(part, project))
}

// pseudoVersion is the version that Go gives to a commit without a tag, by the clone's last one.
func pseudoVersion(clone string) string {
	git := func(words ...string) string {
		c := exec.Command("git", append([]string{"-C", clone}, words...)...)
		c.Env = append(os.Environ(), "TZ=UTC")
		out, _ := c.Output() // none where there is no git, or no clone of it
		return strings.TrimSpace(string(out))
	}
	const length = 12 // of a revision
	at := git("show", "-s", "--format=%cd-%H", "--date=format-local:%Y%m%d%H%M%S", "HEAD")
	date, rev, ok := strings.Cut(at, "-")
	if !ok || len(rev) < length {
		return ""
	}
	version := "v0.0.0-" + date + "-" + rev[:length]
	if git("status", "--porcelain", "--untracked-files=no") != "" {
		version += ".modified"
	}
	return version
}

// Mod is the go.mod of a module in a folder whose project has this one: it needs what the project needs, and the
// project, of a version, v0.0.0 where it is "".
func Mod(project []byte, module, version string) ([]byte, error) {
	p, err := modfile.Parse("go.mod", project, nil)
	if err != nil {
		return nil, err
	}
	own := new(modfile.File)
	err = errors.Join(own.AddModuleStmt(module), own.AddGoStmt(p.Go.Version),
		own.AddReplace(provenance.Module, "", "./"+Project, ""))
	own.AddNewRequire(provenance.Module, cmp.Or(version, "v0.0.0"), false)
	for _, r := range p.Require {
		own.AddNewRequire(r.Mod.Path, r.Mod.Version, true)
	}
	if err != nil {
		return nil, err
	}
	own.Cleanup()
	return own.Format()
}

// Copy copies a file, unless there is one.
func Copy(from, to string, perm fs.FileMode) error {
	content, err := os.ReadFile(from)
	if err != nil || Exists(to) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, content, perm)
}
