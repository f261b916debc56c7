package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/outfile"
)

// input is a flag and what it names: a file, or a registered set.
type input struct{ flag, name string }

// filesOf leaves columns out: what they are called is no file, though one of that name may lie there.
func filesOf(columns ...input) []input {
	return slices.DeleteFunc(columns, func(in input) bool { return !frame.IsVectorFile(in.name) })
}

// files are the files of an input, as far as there are any.
func (in input) files() []string {
	if in.name == standardInput {
		return nil
	}
	set, registered := strings.CutPrefix(in.name, "@")
	if !registered {
		return []string{in.name}
	}
	set, _, _ = strings.Cut(set, ":")
	var out []string
	if e, err := datasets.Find(set); err == nil { // whoever reads it tells what is wrong
		for _, f := range e.Files {
			if path, err := source.Locate(e, f); err == nil {
				out = append(out, path)
			}
		}
	}
	return out
}

// checkOutput tells, before the work is done, whether it can be written; what is read is not written over.
func checkOutput(flag, path string, inputs ...input) error {
	if in, reads := reader(path, inputs); reads && !outfile.Stream(path) {
		return usageError{fmt.Errorf("%s %s is the file that %s reads: give it another name", flag, path, in)}
	}
	if err := outfile.Check(path); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}

// reader returns the flag that a file is read for.
func reader(path string, inputs []input) (flag string, reads bool) {
	for _, in := range inputs {
		for _, file := range in.files() {
			if outfile.Same(path, file) {
				return in.flag, true
			}
		}
	}
	return "", false
}

// inputs are what the fit reads.
func (f *fitFlags) inputs() []input {
	return append(filesOf(input{"--target", f.target}, input{"--weights", f.weights}, input{"--tasks", f.tasks}),
		input{"--data", f.data}, input{"--groups", f.structure.groups}, input{"--slope", f.structure.slope},
		input{"--bounds", f.structure.bounds}, input{"--graph", f.structure.graph}, input{"--warm", f.warm},
		input{"--class-weight", f.classWeight})
}

// outputs checks where the fit is to write.
func (r *fitting) outputs() error {
	f := r.flags
	if f.model != "" {
		inputs := f.inputs()
		if err := checkOutput("--model", f.model, inputs...); err != nil {
			return err
		}
		if beside := besideBetter(f.model, inputs); beside != f.model { // where it goes if it is interrupted
			if err := checkOutput("--model", beside, inputs...); err != nil {
				return err
			}
		}
	}
	if f.figures != "" {
		if err := outfile.CheckFolder(f.figures); err != nil {
			return fmt.Errorf("--figures: %w", err)
		}
	}
	return nil
}
