package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/outfile"
)

// Input is a flag and what it names: a file, or a registered set.
type Input struct{ Flag, Name string }

// FilesOf leaves columns out: what they are called is no file, though one of that name may lie there.
func FilesOf(columns ...Input) []Input {
	return slices.DeleteFunc(columns, func(in Input) bool { return !frame.IsVectorFile(in.Name) })
}

// files are the files of an input, as far as there are any.
func (in Input) files() []string {
	if in.Name == StandardInput {
		return nil
	}
	set, registered := strings.CutPrefix(in.Name, "@")
	if !registered {
		return []string{in.Name}
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

// CheckOutput tells, before the work is done, whether it can be written; what is read is not written over.
func CheckOutput(flag, path string, inputs ...Input) error {
	if in, reads := Reader(path, inputs); reads && !outfile.Stream(path) {
		return Usage(fmt.Errorf("%s %s is the file that %s reads: give it another name", flag, path, in))
	}
	if err := outfile.Check(path); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}

// Reader returns the flag that a file is read for.
func Reader(path string, inputs []Input) (flag string, reads bool) {
	for _, in := range inputs {
		for _, file := range in.files() {
			if outfile.Same(path, file) {
				return in.Flag, true
			}
		}
	}
	return "", false
}
