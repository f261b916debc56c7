package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// scored is a graph as bench/grids.py writes it: scores of nodes, and edges with a table each.
type scored struct {
	Nodes [][]float64
	Edges [][2]int
	Pairs [][]float64
	By    string  // AD3, or BranchAndBound
	Limit float64 // seconds by the clock; 0 for none
}

// decoding reads a graph, and is finding its best labelling: the objective is its score, the gap that of the bound.
func decoding(ctx context.Context, path string) (task, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var in scored
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	states := make([]int, len(in.Nodes))
	for s, w := range in.Nodes {
		states[s] = len(w)
	}
	g, err := factor.New(states)
	if err != nil {
		return nil, err
	}
	for s, w := range in.Nodes {
		copy(g.Node(s), w)
	}
	for e, ends := range in.Edges {
		if err := g.Table(ends[0], ends[1], in.Pairs[e]); err != nil {
			return nil, err
		}
	}
	return func() (taken, finish, error) {
		if in.By == "AD3" {
			p, err := factor.AD3{Iterations: 20000, Tolerance: 1e-9}.Relax(ctx, g)
			if err != nil {
				return taken{}, nil, err
			}
			gap := p.Bound - p.Value
			return taken{Objective: &p.Value, Gap: &gap, Iterations: p.Iter}, nil, nil
		}
		limited := ctx
		if in.Limit > 0 {
			var stop context.CancelFunc
			limited, stop = context.WithTimeout(ctx, time.Duration(in.Limit*float64(time.Second)))
			defer stop()
		}
		r, err := factor.BranchAndBound{Nodes: 1 << 40}.Decode(limited, g)
		if r == nil {
			return taken{}, nil, err
		}
		gap, status := r.Bound-r.Score, ""
		if r.Exact {
			status = "exact"
		}
		return taken{Objective: &r.Score, Gap: &gap, Iterations: r.Iter, Status: status}, nil, nil
	}, nil
}
