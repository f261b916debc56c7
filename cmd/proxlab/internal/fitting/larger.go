package fitting

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/ondisk"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

const memoryHelp = "how much memory to use, as in 4GB (default: what the machine has). A CSV or SVMlight file that " +
	"needs more is converted once, and fitted by passes over it: squared and logistic loss with l1 and --mu, hinge " +
	"with --mu"

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
	switch {
	case !slices.Contains([]string{"squared", "logistic", "hinge"}, f.loss) ||
		f.penalty != "none" && f.penalty != "l1" || f.loss == "hinge" && f.penalty != "none":
		return "passes over blocks are for the squared and logistic loss with l1 and --mu, and the hinge loss with --mu"
	case f.penalty == "none" && !(f.mu > 0):
		return "passes over blocks need --mu where there is no penalty"
	case f.weights != "" || f.tasks != "" || f.offsets.Column() != "" || f.trials.Column != "":
		return "passes over blocks know no --weights, no --tasks, no --offset and no --exposure"
	case f.many() || f.cv > 0 || f.figures != "":
		return "passes over blocks fit one λ, without --path, --cv and --figures"
	case f.warm != "" || f.method != "auto" || f.explain:
		return "passes over blocks know no --warm, --solver and --explain"
	case frame.IsVectorFile(f.target):
		return "the targets must be in the file itself"
	}
	return f.notAsItIs()
}

// notAsItIs says what passes over blocks cannot do to columns and labels, or find out about the model; "" for nothing.
func (f *fitFlags) notAsItIs() string {
	switch {
	case f.positive != "" || f.classWeight != "" || f.structure.Limited():
		return "passes over blocks know no --positive, --class-weight, --constraint, --nonnegative and --bounds, and no " +
			"--penalty-weights"
	case f.choosing.stability > 0 || f.choosing.intervals > 0 || f.choosing.relax != nil:
		return "passes over blocks know no --stability, --intervals and --relax"
	}
	if o, err := f.encodeFlags.options(); err == nil && o.Learns() {
		return "passes over blocks take columns of numbers as they are, without --categories, --dates and --missing"
	}
	return ""
}

// fitLarge fits by passes over blocks, unless something was wrong before.
func (r *fitting) fitLarge(err error) error {
	if err != nil {
		return err
	}
	f, ctx := r.flags, r.cmd.Context()
	if f.memory != "" {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(r.memory)))
	}
	conversion := ui.NewBar(r.cmd.ErrOrStderr(), f.data)
	b, err := ondisk.Open(ctx, f.data, ondisk.Options{
		FrameOptions: datasets.FrameOptions{
			Target: f.target, TextLabels: f.loss != "squared", Drop: f.drop, Format: datasets.Format(f.format),
			ZeroBased: f.zeroBased, Decimal: f.decimal, Separator: f.separator,
		},
		Memory: r.memory, Progress: conversion.Download, Notice: r.notice,
	})
	conversion.Close()
	if err != nil {
		return err
	}
	defer func() { _ = b.Close() }()
	r.frame = b.Frame(filepath.Base(f.data))
	kept := &keptFit{path: b.Path + ".fit", Settings: f.settingsOf(r.frame.Source.SHA256)}
	course := &passes{table: b, line: ui.NewStatusLine(r.cmd.ErrOrStderr()), tol: f.tol}
	defer course.line.Close()
	data := larger.Data{
		Source: course, Sparse: b.Sparse(), FeatureNames: r.frame.Features, LabelNames: r.frame.Labels,
		Memory: r.memory, BlockBytes: float64(b.BlockBytes()), Resume: kept.load(), Keep: kept.keep,
	}
	data.Mean, data.Squares = b.Moments()
	data.Distinct, data.MeanTarget = b.Targets()
	if data.Resume != nil {
		r.notice("the fit goes on where it ended before, after %d passes (%s)", data.Resume.Passes, kept.path)
	}
	if f.penalty == "l1" {
		r.problem.Penalty = prox.L1{Lambda: 1}
	}
	r.problem.Watch = course.watch
	m, err := r.passes(data)
	course.line.Close()
	if err != nil {
		return err
	}
	r.notice("%.2f GiB were read, %.1f times the %.2f GiB of the blocks", float64(b.BytesRead())/(1<<30),
		float64(b.BytesRead())/float64(b.Bytes()), float64(b.Bytes())/(1<<30))
	if m.Status == solver.Converged || m.Status == solver.Stalled {
		kept.drop()
	} else if kept.failed == nil {
		r.notice("the same command goes on from here (%s)", kept.path)
	}
	if kept.failed != nil {
		r.notice("the fit could not be kept for another time: %v", kept.failed)
	}
	if err := r.write(m); err != nil {
		return err
	}
	if err := r.print(m, nil, 0); err != nil {
		return err
	}
	return r.ended(m)
}

// passes finds λ, and fits.
func (r *fitting) passes(data larger.Data) (*model.Linear, error) {
	ctx := r.cmd.Context()
	p, err := larger.Prepare(ctx, r.problem, data)
	if err != nil {
		return nil, err
	}
	switch {
	case r.problem.Penalty != nil:
		r.most = p.LambdaMax()
		if p.Lambda, err = r.flags.lambdaOf(r.most); err != nil {
			return nil, ui.Usage(err)
		}
	case r.flags.lambda != "":
		r.notice("without a penalty --lambda has no meaning and is ignored; --mu is the ridge's")
	}
	m, err := p.Fit(ctx)
	return m, models.SoFar(err, m)
}
