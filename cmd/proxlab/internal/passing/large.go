package passing

import (
	"fmt"
	"path/filepath"
	"runtime/debug"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Fit fits by passes over blocks: of one table, or of the parts of one.
func Fit(r *fitting.Run, inParts bool) error {
	if inParts {
		return fitParts(r)
	}
	return large(r)
}

// large fits one table that memory does not hold.
func large(r *fitting.Run) error {
	name := r.Given().Data
	if r.Given().Memory != "" {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(r.Memory())))
	}
	b, err := open(r.Command().Context(), r, name, r.Memory(), nil, r.Notice)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close() }()
	frame := b.Frame(filepath.Base(name))
	_, d := b.Dims()
	targets, tasks, err := targetsOf(r, frame)
	if err != nil {
		return err
	}
	distinct, times, mean := b.Targets()
	problem, err := r.Problem(frame, d-len(targets), append(tasks, b.Tasks()...), distinct)
	if err != nil {
		return err
	}
	kept := &keptFit{path: b.Path + ".fit", Settings: r.Settings(frame.Source.SHA256)}
	course := &passes{blocksOnDisk: b, line: ui.NewStatusLine(r.Command().ErrOrStderr()), tol: problem.Tol}
	defer course.line.Close()
	data := larger.Data{
		Source: course, Sparse: b.Sparse(), FeatureNames: frame.Features, LabelNames: frame.Labels,
		Memory: r.Memory(), BlockBytes: float64(b.BlockBytes()), Resume: kept.load(), Keep: kept.keep,
	}
	data.Mean, data.Squares = b.Moments()
	data.Distinct, data.Times, data.MeanTarget = distinct, times, mean
	data.Mass, data.Heaviest = b.Weights()
	data.Tasks, data.Targets = b.Tasks(), targets
	if err := weigh(r, &data); err != nil {
		return err
	}
	if !r.One() {
		data.Resume, data.Keep = nil, nil
	}
	if data.Resume != nil {
		r.Notice("the fit goes on where it ended before, after %d passes (%s)", data.Resume.Passes, kept.path)
	}
	problem.Watch = course.watch
	m, err := r.Passes(data)
	course.line.Close()
	if err != nil {
		return err
	}
	r.Notice("%.2f GiB were read, %.1f times the %.2f GiB of the blocks", float64(b.BytesRead())/(1<<30),
		float64(b.BytesRead())/float64(b.Bytes()), float64(b.Bytes())/(1<<30))
	if !r.One() || m.Done() {
		kept.drop()
	} else if kept.failed == nil {
		r.Notice("the same command goes on from here (%s)", kept.path)
	}
	if kept.failed != nil {
		r.Notice("the fit could not be kept for another time: %v", kept.failed)
	}
	return r.Conclude(m)
}

// fitParts fits tables in several files by passes, or writes how others begin.
func fitParts(r *fitting.Run) error {
	s, err := begun(r)
	if err != nil {
		return err
	}
	ctx := r.Command().Context()
	if begin := r.Given().Begin; begin != "" {
		if err := s.Write(ctx, begin); err != nil {
			return fmt.Errorf("--begin: %w", err)
		}
		r.Notice("%s is the fit of %d parts before its first pass", begin, len(s.Parts))
		return nil
	}
	if r.Given().Workers != "" {
		return byWorkers(r, s)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(s.Memory)))
	if err := look(ctx, r, s); err != nil {
		return err
	}
	t, err := join(r, s, nil, true)
	if err != nil {
		return err
	}
	defer func() { _ = t.Close() }()
	line := ui.NewStatusLine(r.Command().ErrOrStderr())
	defer line.Close()
	t.problem.Watch = func(p solver.Progress) {
		line.Show(func() string { return fmt.Sprintf("pass %d, objective %.6g, gap %.1e", p.Iter, p.Objective, p.Gap) })
	}
	m, err := r.Passes(t.data)
	line.Close()
	if err != nil {
		return err
	}
	return r.Conclude(m)
}
