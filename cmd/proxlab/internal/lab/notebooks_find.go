package lab

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/own"
)

// jupyter is the project's own Jupyter with the GoNB kernel.
type jupyter struct {
	root  string
	page  *pageProgram
	cells string // the folder of what stands between kernels and the go command; "" before prepareCells
}

// own tells that this is a folder of one's own notebooks, and no clone.
func (j jupyter) own() bool { return own.Exists(filepath.Join(j.root, own.Project)) }

// project is the folder with the sources.
func (j jupyter) project() string {
	if j.own() {
		return filepath.Join(j.root, own.Project)
	}
	return j.root
}

// findProject looks for a folder with notebooks, of the project or one's own, above the working folder.
func findProject() (root string, err error) {
	root, err = own.Find()
	if err == nil && root == "" {
		err = errors.New("no notebooks here: run this inside a clone of the project, or a folder that " +
			"`proxlab notebooks new` has set up")
	}
	return root, err
}

// findJupyter looks for the project above the working folder and for what make setup installs there.
func findJupyter() (jupyter, error) {
	root, err := findProject()
	if err != nil {
		return jupyter{}, err
	}
	for _, need := range []string{
		".venv/bin/jupyter", ".bin/gonb", ".jupyter/kernels/gonb/kernel.json",
	} {
		if !own.Exists(filepath.Join(root, filepath.FromSlash(need))) {
			if (jupyter{root: root}).own() {
				return jupyter{}, fmt.Errorf("%s is missing: run `proxlab notebooks new %s` again", need, root)
			}
			return jupyter{}, fmt.Errorf("%s is missing: run `make setup` in %s", need, root)
		}
	}
	return jupyter{root: root, page: &pageProgram{}}, nil
}
