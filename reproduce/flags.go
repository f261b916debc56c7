package reproduce

import (
	"errors"
	"io"

	"github.com/spf13/pflag"

	"github.com/proxlab/proxlab/datasets/source"
)

// Flags are those of a command that runs a study.
type Flags struct {
	scale, mode, data, out string
	page                   Page
	only                   []string
	folds                  []int
	seed                   uint64
	fresh, json, vector    bool
	replace                bool
	engine                 engine
}

// UsageError is wrong usage of a command: exit code 2.
type UsageError struct{ error }

// Unwrap returns what is wrong.
func (e UsageError) Unwrap() error { return e.error }

// Program is a command that runs studies, for those who start it again, and where it writes.
type Program struct {
	Name      string   // on the path of Kubernetes' pods
	Words     []string // before the flags
	Out, Said io.Writer
	Columns   int // of the terminal that Out is; 0 for none
	Progress  Progress
	Done      func() // is called when the work has ended, before anything is printed; may be nil
}

// Add adds the flags to a set.
func (f *Flags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.scale, "scale", "quick", "quick, or paper for the paper's protocol in full")
	flags.StringVar(&f.mode, "mode", "literal",
		"literal (the paper's letter where it is open), sound (what we recommend) or both")
	flags.StringVar(&f.data, "data", "auto", "auto (real where present, else synthetic), real or synthetic")
	flags.StringSliceVar(&f.only, "only", nil, "ids of the tables, figures or rows to make")
	flags.IntSliceVar(&f.folds, "folds", nil, "folds to train on (default: the scale's own)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of everything random")
	flags.BoolVar(&f.fresh, "fresh", false, "ignore results kept from before")
	flags.BoolVar(&f.replace, "replace", false,
		"take the folder from an unfinished run with other settings; its results stay")
	flags.StringVar(&f.out, "out", "out", "folder to write to")
	flags.BoolVar(&f.vector, "vector", false, "write figures as .svg and .pdf too")
	f.page.Add(flags)
	flags.BoolVar(&f.json, "json", false, "print one JSON object a study, on one line")
	f.engine.add(flags)
}

// Config is what the flags say; every error is wrong usage.
func (f *Flags) Config() (c Config, err error) {
	if c.Scale, err = ParseScale(f.scale); err == nil {
		if c.Mode, err = ParseMode(f.mode); err == nil {
			c.Data, err = source.ParsePolicy(f.data)
		}
	}
	if err == nil {
		err = f.engine.check()
	}
	if err == nil && f.fresh && (f.engine.slurm || f.engine.assemble) {
		err = errors.New("--fresh is for work on this machine: with --slurm or --assemble, write to another --out")
	}
	if err != nil {
		return c, UsageError{err}
	}
	c.Only, c.Folds, c.Seed, c.Fresh, c.Replace = f.only, f.folds, f.seed, f.fresh, f.replace
	return c, nil
}
