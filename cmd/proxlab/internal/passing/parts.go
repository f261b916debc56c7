// Package passing has the commands pass and step, and fit for tables in several files.
package passing

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/ondisk"
	"github.com/proxlab/proxlab/reproduce/parts"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
	"github.com/spf13/pflag"
)

// partsMemory is what a pass over parts uses where --memory does not say: the same wherever it is, since blocks are cut
// by it.
const partsMemory = 2 << 30

// begun is a fit before its first pass.
func begun(r *fitting.Run) (*parts.State, error) {
	data, memory := r.Given().Data, r.Given().Memory
	if why := r.NotLarge(); why != "" {
		return nil, ui.Usage(fmt.Errorf("--data %s: a fit of parts is one by passes over blocks: %s", data, why))
	}
	if of := r.Given().ClassWeight; of != "" && of != fitting.Balanced {
		return nil, ui.Usage(fmt.Errorf("--class-weight %s: of parts it is %s, as others may not see the file", of,
			fitting.Balanced))
	}
	all, err := filepath.Glob(data) // which sorts them
	if err != nil {
		return nil, ui.Usage(fmt.Errorf("--data %s: %w", data, err))
	}
	s := &parts.State{Work: parts.Work{Settings: wordsOf(r), Memory: partsMemory,
		Learns: r.Reading(0).Encode.Learns()}}
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

// wordsOf are the flags that say what is fitted, as arguments of the command.
func wordsOf(r *fitting.Run) (out []string) {
	r.Command().Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "model", "json", "begin", "memory", "workers", "folder", "slurm-options", "time-limit":
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

// table is that of all parts, with what is fitted to it.
type table struct {
	*ondisk.Parts
	problem *fit.Linear
	data    larger.Data
}

// join is the table of all parts; at says where some of them are here, and drives whether the fit is driven from here.
func join(r *fitting.Run, s *parts.State, at map[int]string, drives bool) (*table, error) {
	encoder, err := learnt(r, s)
	if err != nil {
		return nil, err
	}
	all, err := ondisk.JoinParts(s.About, func(ctx context.Context, part int) (*ondisk.Blocks, error) {
		path := s.Parts[part]
		if here, ok := at[part]; ok {
			path = here
		}
		return open(ctx, r, path, s.Memory, encoder, nil)
	})
	if err != nil {
		return nil, err
	}
	a, d := all.About(), 0
	frame := all.Frame(filepath.Base(r.Given().Data))
	frame.Encoder = encoder
	targets, tasks, err := targetsOf(r, frame)
	if err != nil {
		return nil, err
	}
	if drives {
		_, d = all.Dims()
		d -= len(targets)
	}
	problem, err := r.Problem(frame, d, append(tasks, a.Tasks...), a.Distinct)
	if err != nil {
		return nil, err
	}
	t := &table{all, problem, larger.Data{
		Source: all, Mean: a.Mean, Squares: a.Squares, Sparse: a.Sparse, Distinct: a.Distinct, Times: a.Times,
		MeanTarget: a.MeanTarget, Mass: a.Mass, Heaviest: a.Heaviest, Tasks: a.Tasks, Targets: targets,
		FeatureNames: frame.Features, LabelNames: a.Words, Memory: s.Memory, BlockBytes: float64(a.BlockBytes),
		Rooms: &blocks.Rooms{},
	}}
	return t, weigh(r, &t.data)
}
