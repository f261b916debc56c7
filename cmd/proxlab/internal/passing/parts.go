// Package passing has the commands pass and step, and fit for tables in several files.
package passing

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/ondisk"
	"github.com/proxlab/proxlab/reproduce/parts"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/spf13/pflag"
)

// partsMemory is what a pass over parts uses where --memory does not say: the same wherever it is, since blocks are cut
// by it.
const partsMemory = 2 << 30

// begun is a fit before its first pass.
func begun(r *fitting.Run) (*parts.State, error) {
	data, _, memory := r.Given()
	if why := r.NotLarge(); why != "" {
		return nil, ui.Usage(fmt.Errorf("--data %s: a fit of parts is one by passes over blocks: %s", data, why))
	}
	all, err := filepath.Glob(data) // which sorts them
	if err != nil {
		return nil, ui.Usage(fmt.Errorf("--data %s: %w", data, err))
	}
	s := &parts.State{Work: parts.Work{Settings: words(r), Memory: partsMemory}}
	for _, path := range all {
		if !strings.HasSuffix(path, ".blocks") && !strings.HasSuffix(path, ".fit") { // which are beside their tables
			s.Parts = append(s.Parts, path)
		}
	}
	if len(s.Parts) == 0 {
		return nil, fmt.Errorf("--data %s: there is no such file", data)
	}
	if memory != "" {
		if s.Memory, err = ui.ParseMemory(memory); err != nil {
			return nil, ui.Usage(err)
		}
	}
	return s, nil
}

// words are the flags that say what is fitted, as arguments of the command.
func words(r *fitting.Run) (out []string) {
	r.Command().Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "model", "json", "begin", "memory":
			return
		}
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			out = append(out, "--"+flag.Name+"="+v)
		}
	})
	return out
}

// fitParts fits tables in several files by passes, or writes how others begin.
func fitParts(r *fitting.Run) error {
	s, err := begun(r)
	if err != nil {
		return err
	}
	ctx := r.Command().Context()
	if _, begin, _ := r.Given(); begin != "" {
		if err := s.Write(ctx, begin); err != nil {
			return fmt.Errorf("--begin: %w", err)
		}
		r.Notice("%s is the fit of %d parts before its first pass", begin, len(s.Parts))
		return nil
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(s.Memory)))
	for k, path := range s.Parts {
		about, err := describe(ctx, r, s, k, path)
		if err != nil {
			return err
		}
		s.About = append(s.About, *about)
	}
	t, err := join(r, s, nil)
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

// describe describes a part, by the path that it has here.
func describe(ctx context.Context, r *fitting.Run, s *parts.State, k int, path string) (*ondisk.About, error) {
	b, err := r.Open(ctx, path, s.Memory, nil)
	if err != nil {
		return nil, err
	}
	about := b.About(s.Parts[k])
	return &about, b.Close()
}

// table is that of all parts, with what is fitted to it.
type table struct {
	*ondisk.Parts
	problem *fit.Linear
	data    larger.Data
}

// join is the table of all parts; at says where some of them are here.
func join(r *fitting.Run, s *parts.State, at map[int]string) (*table, error) {
	all, err := ondisk.JoinParts(s.About, func(ctx context.Context, part int) (*ondisk.Blocks, error) {
		path := s.Parts[part]
		if here, ok := at[part]; ok {
			path = here
		}
		return r.Open(ctx, path, s.Memory, nil)
	})
	if err != nil {
		return nil, err
	}
	a := all.About()
	data, _, _ := r.Given()
	return &table{all, r.Problem(all.Frame(filepath.Base(data))), larger.Data{
		Source: all, Mean: a.Mean, Squares: a.Squares, Sparse: a.Sparse, Distinct: a.Distinct, MeanTarget: a.MeanTarget,
		FeatureNames: a.Features, LabelNames: a.Words, Memory: s.Memory, BlockBytes: float64(a.BlockBytes),
	}}, nil
}
