package fitting

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/ondisk"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/encode/tally"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const memoryHelp = "how much memory to use, as in 4GB (default: what the machine has). A CSV or SVMlight file that " +
	"needs more is converted once, and fitted by passes over it: " + inBlocks + " with l1, " +
	"group, multitask and --mu, hinge with --mu"

// inBlocks are the losses that passes over blocks are for, beside the hinge.
const inBlocks = "squared, huber, squared-epsilon-insensitive, poisson, gamma, tweedie, binomial, logistic, " +
	"negative-binomial, squared-hinge, multinomial"

// timesTable is how many times the numbers of a table a fit in memory takes: the table as it grows, and the copies of
// the solvers.
const timesTable = 4

// large tells whether the table is to be fitted by passes over blocks: it is a file that may not fit into memory, and
// the problem is one of those. What was asked for by --memory and cannot be is an error.
func (r *fitting) large() (bool, error) {
	f := r.flags
	memory := machine.AvailableMemory()
	if f.memory != "" {
		var err error
		if memory, err = ui.ParseMemory(f.memory); err != nil {
			return false, ui.Usage(err)
		}
	}
	info, err := os.Stat(f.data)
	if err != nil || !info.Mode().IsRegular() {
		return false, nil // whoever reads it tells
	}
	form := datasets.FrameOptions{Format: datasets.Format(f.format), Separator: f.separator}
	size, err := ondisk.EstimateTable(f.data, form)
	if err != nil || timesTable*size.Bytes <= memory {
		return false, nil //nolint:nilerr // another format, or no table: whoever reads it tells
	}
	if why := f.notLarge(); why != "" {
		if f.memory == "" {
			return false, nil
		}
		return false, ui.Usage(fmt.Errorf("%s needs about %.2f GiB, more than --memory %s: %s", f.data,
			timesTable*size.Bytes/(1<<30), f.memory, why))
	}
	r.memory = memory
	return true, nil
}

// notLarge says what passes over blocks cannot do; "" where they can.
func (f *fitFlags) notLarge() string {
	c := f.choosing
	norm := slices.Contains([]string{"none", "l1", "group", "multitask"}, f.penalty)
	known := slices.Contains(append(strings.Split(inBlocks, ", "), "hinge"), f.loss)
	for _, no := range []struct {
		is  bool
		why string
	}{
		{slices.Contains([]string{"quantile", "epsilon-insensitive"}, f.loss), "passes over blocks have no end for kinks, " +
			"which would take examples in one memory: huber and squared-epsilon-insensitive go"},
		{!known || !norm || f.penalty != "none" && f.loss == "hinge",
			"passes over blocks are for " + inBlocks + " with l1, group, multitask and --mu, and hinge with --mu"},
		{f.penalty == "none" && !(f.mu > 0), "passes over blocks need --mu where there is no penalty"},
		{f.offsets.Column() != "" || f.trials.Column != "",
			"passes over blocks know no --offset, --exposure and --trials"},
		{f.ridgePath() || f.several != nil || len(c.ratios)+len(c.mus) > 0,
			"passes over blocks know paths of λ alone, without --l1-ratio and --mu-path"},
		{f.cv > 0 && f.loss == "hinge", "passes over blocks know a hinge without --cv; squared-hinge has it"},
		{c.repeats > 1 || c.nested > 0 || c.foldOrder != "" || c.criterion != "",
			"folds of passes over blocks know no --repeats, --nested and --fold-order, and paths no --criterion"},
		{f.figures+f.report != "", "passes over blocks know no --figures and --report"},
		{f.warm != "" || f.method != "auto" || f.explain, "passes over blocks know no --warm, --solver and --explain"},
		{f.weights != "" && f.loss == "hinge", "passes over blocks know a hinge without --weights; squared-hinge has them"},
		{frame.IsVectorFile(f.target) || frame.IsVectorFile(f.weights),
			"the targets, and --weights, must be in the file itself"},
	} {
		if no.is {
			return no.why
		}
	}
	return f.notAsItIs()
}

// notAsItIs says what passes over blocks cannot do to columns and labels, or find out about the model; "" for nothing.
func (f *fitFlags) notAsItIs() string {
	switch {
	case f.positive != "" || f.rareLabels != "" || f.structure.Bounded():
		return "passes over blocks know no --positive, --rare-labels, --constraint, --nonnegative and --bounds"
	case strings.HasPrefix(f.structure.Factors, "adaptive"):
		return "passes over blocks take --penalty-weights from a file alone"
	case f.only != nil:
		return "passes over blocks know no --formula: write its columns to the file, or give more memory"
	case f.choosing.by != "" || f.conformal.Given():
		return "passes over blocks know no --choose-by and --conformal"
	case f.choosing.stability > 0 || f.choosing.intervals > 0 || f.choosing.relax != nil:
		return "passes over blocks know no --stability, --intervals and --relax"
	}
	if o, err := f.encodeFlags.options(); err == nil && tally.Refuse(o) != "" {
		return "passes over blocks keep no rows: " + tally.Refuse(o)
	}
	return ""
}

// registerPasses adds the flags of passes over blocks.
func (f *fitFlags) registerPasses(flags *pflag.FlagSet) {
	flags.StringVar(&f.memory, "memory", "", memoryHelp)
	flags.StringVar(&f.passes.Begin, "begin", "", "fit nothing, and write to this file the state that proxlab pass and "+
		"proxlab step go on from")
	flags.StringVar(&f.passes.Workers, "workers", "", "`local:N`, slurm:N or others:N, workers that\n"+
		"take the passes over parts; others are started by somebody else")
	flags.StringVar(&f.passes.Folder, "folder", "", "the folder in which workers meet, which all of them see (default: "+
		"one beside the parts)")
	flags.StringVar(&f.passes.SlurmOptions, "slurm-options", "", "options for sbatch, as on its command line")
}

// NewFit is the command fit. Fits by passes over blocks are those of byPasses.
func NewFit(byPasses passes) *cobra.Command { return newFit(&fitFlags{}, byPasses) }

// larger fits by passes, if they are due.
func (r *fitting) larger(byPasses passes) (done bool, err error) {
	if r.flags.ofParts() {
		return true, byPasses(r, true)
	}
	if large, err := r.large(); !large || err != nil {
		return false, err
	}
	return true, byPasses(r, false)
}

// Given are the flags of fit that passes go by, as they are given.
type Given struct{ Data, Memory, Begin, Workers, Folder, SlurmOptions, ClassWeight, Target string }

// Run is a fit under way, for commands that take passes over blocks.
type Run = fitting

// passes fit by passes over blocks, of a table in one file or in several.
type passes func(r *Run, inParts bool) error

// NewRun is a fit with the words of the command fit, by another command.
func NewRun(by *cobra.Command, args []string) (*Run, error) {
	r := &fitting{most: math.NaN()}
	r.cmd = newFit(&r.flags, nil)
	r.cmd.SetOut(by.OutOrStdout())
	r.cmd.SetErr(by.ErrOrStderr())
	r.cmd.SetContext(by.Context())
	if err := r.cmd.ParseFlags(args); err != nil {
		return nil, err
	}
	return r, r.settings()
}

// ofParts tells whether the data are files by a pattern, or the fit is one of passes that others take.
func (f *fitFlags) ofParts() bool {
	_, err := os.Stat(f.data)
	pattern := errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(f.data, "*?[")
	return f.passes.Begin != "" || f.passes.Workers != "" || pattern
}

// Given are flags that passes go by.
func (r *fitting) Given() Given {
	g := r.flags.passes
	g.Data, g.Memory, g.ClassWeight, g.Target = r.flags.data, r.flags.memory, r.flags.classWeight, r.flags.target
	return g
}

// Memory is how many bytes a fit of one file by passes may use.
func (r *fitting) Memory() float64 { return r.memory }

// Settings are those that a fit can only go on with, of a table with a checksum.
func (r *fitting) Settings(sum string) string {
	f := r.flags
	return fmt.Sprintf("%#v of %s %s λ %s μ %g intercept %v standardize %v classes %s weights %s tasks %s groups %s by "+
		"%s, table %s, encoder %+v", r.problem.Loss, f.target, f.penalty, f.lambda, f.mu, f.intercept, f.standardize,
		f.classWeight, f.weights, f.tasks, f.structure.Groups, f.structure.Factors, sum, r.encode)
}

// Command is the command with its flags.
func (r *fitting) Command() *cobra.Command { return r.cmd }

// Notice tells something on the standard error.
func (r *fitting) Notice(format string, args ...any) { r.notice(format, args...) }

// NotLarge says what passes over blocks cannot do; "" where they can.
func (r *fitting) NotLarge() string { return r.flags.notLarge() }

// Problem is what is solved, by passes over blocks of a table of d features with some tasks and labels. Whoever takes a
// pass has no use for the penalty and asks with 0: the groups of it may be elsewhere.
func (r *fitting) Problem(table *datasets.Frame, d int, tasks []int64, labels []float64) (*fit.Linear, error) {
	r.frame = table
	switch {
	case r.flags.penalty == "none":
	case d == 0:
		r.problem.Penalty = prox.L1{Lambda: 1}
	default:
		data := fit.Data{X: &linalg.CSR{C: d, Ptr: []int{0}}, FeatureNames: table.Features, Task: tasks, Y: labels}
		s, err := r.flags.structure.Load(r.cmd.Context(), r.flags.of, table, data, words.Outputs(r.flags.loss, data))
		if err != nil {
			return nil, err
		}
		r.problem.Penalty = r.flags.of.Make(s)
	}
	return &r.problem, nil
}

// Outputs says where the model goes.
func (r *fitting) Outputs(file string, json bool) { r.flags.model, r.flags.json = file, json }

// Reading says how a table is read as blocks.
func (r *fitting) Reading(memory float64) ondisk.Options {
	f := r.flags
	return ondisk.Options{
		FrameOptions: datasets.FrameOptions{
			Target: f.targets()[0], Weights: f.weights, Task: f.tasks, Drop: f.drop, TextLabels: words.Labels(r.problem.Loss),
			Format: datasets.Format(f.format), ZeroBased: f.zeroBased, Decimal: f.decimal, Separator: f.separator,
			Encoding: f.encoding, Keep: words.NonEmpty(f.choosing.foldBy), Encode: r.encode,
		},
		Memory: memory,
	}
}
