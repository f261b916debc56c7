package main

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/outfile"
)

// input is a flag and what it names: a file, a registered set, or a column.
type input struct{ flag, name string }

// files are the files of an input, as far as there are any.
func (in input) files() []string {
	set, registered := strings.CutPrefix(in.name, "@")
	if !registered {
		return []string{in.name}
	}
	set, _, _ = strings.Cut(set, ":")
	var out []string
	if e, err := datasets.Find(set); err == nil { // whoever reads it tells what is wrong
		for _, f := range e.Files {
			if path, err := datasets.Locate(e, f); err == nil {
				out = append(out, path)
			}
		}
	}
	return out
}

// checkOutput tells, before the work is done, whether it can be written; what is read is not written over.
func checkOutput(flag, path string, inputs ...input) error {
	for _, in := range inputs {
		for _, file := range in.files() {
			if outfile.Same(path, file) && !outfile.Stream(path) {
				return usageError{fmt.Errorf("%s %s is the file that %s reads: give it another name", flag, path, in.flag)}
			}
		}
	}
	if err := outfile.Check(path); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}

// outputs checks where the fit is to write.
func (r *fitting) outputs() error {
	f := r.flags
	if f.model != "" {
		inputs := []input{{"--data", f.data}, {"--target", f.target}, {"--weights", f.weights}, {"--tasks", f.tasks},
			{"--groups", f.groups}, {"--warm", f.warm}}
		if err := checkOutput("--model", f.model, inputs...); err != nil {
			return err
		}
	}
	if f.figures != "" {
		if err := outfile.CheckFolder(f.figures); err != nil {
			return fmt.Errorf("--figures: %w", err)
		}
	}
	return nil
}
