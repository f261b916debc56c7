package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/matrices"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/dictionary"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// works are computations of a toolkit that are no fits. Each does its work once on tables of numbers, and returns what
// the other programs' results are compared with; NaN where it fails.
var works = map[string]func(in []*linalg.Dense) float64{
	"product":       product(),
	"transposed":    transposed(),
	"columns":       columns,
	"rows":          rows,
	"exp":           exponentials(),
	"gram":          gram,
	"denoise":       denoise(1e-4),
	"denoise-loose": denoise(2e-3),
	"arborescence":  arborescences,
	"covariance":    covariance,
	"codes":         codes(dictionary.Coder{Lambda: 1}),
	"greedy":        codes(dictionary.Coder{Greedy: true, BestFit: true, Atoms: 5}),
	"learn":         learnt,
	"complete":      completed,
}

// work reads the files of a work.
func work(ctx context.Context, name string, files []string) (task, error) {
	if name == "crf" || name == "margin" {
		return tagging(ctx, name == "crf", files)
	}
	do, ok := works[name]
	if !ok {
		return nil, fmt.Errorf("there is no work %q", name)
	}
	var in []*linalg.Dense
	for _, file := range files {
		frame, err := datasets.ReadFrame(ctx, file, datasets.FrameOptions{NoTarget: true})
		if err != nil {
			return nil, err
		}
		in = append(in, linalg.ToDense(frame.X))
	}
	return func() (taken, finish, error) { return taken{Value: known(do(in))}, nil, nil }, nil
}

// product is the first entry of A B, which takes the place of that before.
func product() func([]*linalg.Dense) float64 {
	var c []float64
	return func(in []*linalg.Dense) float64 {
		a, b := in[0], in[1]
		c = slices.Grow(c[:0], a.R*b.C)[:a.R*b.C]
		linalg.Gemm(c, a.Data, b.Data, a.R, a.C, b.C, false)
		return c[0]
	}
}

// transposed is the first entry of Aᵀ B, which takes the place of that before.
func transposed() func([]*linalg.Dense) float64 {
	var c []float64
	return func(in []*linalg.Dense) float64 {
		a, b := in[0], in[1]
		c = slices.Grow(c[:0], a.C*b.C)[:a.C*b.C]
		linalg.MulTransMat(c, a, b.Data, b.C)
		return c[0]
	}
}

// columns is the second entry of AᵀA.
func columns(in []*linalg.Dense) float64 { return linalg.GramOfColumns(in[0], nil)[1] }

// rows is the second entry of A Aᵀ.
func rows(in []*linalg.Dense) float64 { return linalg.GramOfRows(in[0], nil)[1] }

// exponentials is the exponential of the last number; all take the place of those before.
func exponentials() func([]*linalg.Dense) float64 {
	var out []float64
	return func(in []*linalg.Dense) float64 {
		out = slices.Grow(out[:0], len(in[0].Data))[:len(in[0].Data)]
		linalg.Exp(out, in[0].Data, 0)
		return out[len(out)-1]
	}
}

// gram is the last entry of the Gram matrix of exp(−‖x − z‖²/(2·100)).
func gram(in []*linalg.Dense) float64 {
	g, err := kernel.Gram(context.Background(), kernel.Gaussian{Variance: 100}, in[0])
	if err != nil {
		return math.NaN()
	}
	return g.At(g.R-1, 0)
}

// denoise is the objective ½‖f − y‖² + 0.1 TV(f) that it reaches when it stops at a certificate of tol.
func denoise(tol float64) func([]*linalg.Dense) float64 {
	return func(in []*linalg.Dense) float64 {
		_, objective, _, err := fit.Denoise(in[0].Data, in[0].R, in[0].C, 0.1, tol)
		if err != nil {
			return math.NaN()
		}
		return objective
	}
}

// arborescences is the sum of the scores of the best trees of sentences, the scores of whose arcs are the rows: of a
// word after another, those from all heads, the root first.
func arborescences(in []*linalg.Dense) (sum float64) {
	const words = 25
	heads := make([]int, words)
	var d structured.Arborescence
	for i := range in[0].R {
		sum += d.Decode(heads, &structured.TreeScores{Words: words, Arc: in[0].Row(i)})
	}
	return sum
}

// covariance is the minimum of the graphical lasso, of covariances and λ.
func covariance(in []*linalg.Dense) float64 {
	g, err := matrices.GraphicalLasso{Lambda: in[1].Data[0]}.Of(context.Background(), in[0], in[0].R)
	if err != nil {
		return math.NaN()
	}
	return g.Objective
}

// codes is the mean objective of signals on a dictionary.
func codes(c dictionary.Coder) func([]*linalg.Dense) float64 {
	return func(in []*linalg.Dense) float64 {
		found, err := c.Encode(context.Background(), in[1], in[0])
		if err != nil {
			return math.NaN()
		}
		return found.Objective
	}
}

// learnt is the mean objective of 64 atoms by four passes, of which the codes in the end are a fifth.
func learnt(in []*linalg.Dense) float64 {
	l, err := matrices.Dictionary{Atoms: 64, Coder: dictionary.Coder{Lambda: 1}, Passes: 4}.Learn(
		context.Background(), in[0])
	if err != nil {
		return math.NaN()
	}
	return l.Objective
}

// completed is the minimum of the trace norm at λ over entries that are not 0, without offsets.
func completed(in []*linalg.Dense) float64 {
	c := matrices.Completion{Lambda: in[1].Data[0], NoOffsets: true, Tol: 1e-3}
	f, err := c.Fit(context.Background(), linalg.ToCSR(in[0]))
	if err != nil {
		return math.NaN()
	}
	return f.Objective
}
