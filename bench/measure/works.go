package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// works are computations of a toolkit that are no fits. Each does its work once on tables of numbers, and returns what
// the other programs' results are compared with; NaN where it fails.
var works = map[string]func(in []*linalg.Dense) float64{
	"product":      product,
	"transposed":   transposed,
	"gram":         gram,
	"denoise":      denoise,
	"arborescence": arborescences,
}

// repeats is how often a work is done before the least time is taken.
const repeats = 5

// work does a work on files, and prints its processor seconds and its result.
func work(name string, files []string) error {
	ctx := context.Background()
	do, ok := works[name]
	if !ok {
		return fmt.Errorf("there is no work %q", name)
	}
	var in []*linalg.Dense
	for _, file := range files {
		frame, err := datasets.ReadFrame(ctx, file, datasets.FrameOptions{NoTarget: true})
		if err != nil {
			return err
		}
		in = append(in, linalg.ToDense(frame.X))
	}
	var out struct{ Fit, Value float64 }
	for k := range repeats {
		begun := machine.ProcessorSeconds()
		value := do(in)
		if seconds := machine.ProcessorSeconds() - begun; k == 0 || seconds < out.Fit {
			out.Fit = seconds
		}
		out.Value = value
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

// product is the first entry of A B.
func product(in []*linalg.Dense) float64 {
	a, b := in[0], in[1]
	c := make([]float64, a.R*b.C)
	linalg.Gemm(c, a.Data, b.Data, a.R, a.C, b.C, false)
	return c[0]
}

// transposed is the first entry of Aᵀ B.
func transposed(in []*linalg.Dense) float64 {
	a, b := in[0], in[1]
	c := make([]float64, a.C*b.C)
	linalg.MulTransMat(c, a, b.Data, b.C)
	return c[0]
}

// gram is the last entry of the Gram matrix of exp(−‖x − z‖²/(2·100)).
func gram(in []*linalg.Dense) float64 {
	g, err := kernel.Gram(context.Background(), kernel.Gaussian{Variance: 100}, in[0])
	if err != nil {
		return math.NaN()
	}
	return g.At(g.R-1, 0)
}

// denoise is the objective ½‖f − y‖² + 0.1 TV(f) that it reaches.
func denoise(in []*linalg.Dense) float64 {
	_, objective, _, err := fit.Denoise(in[0].Data, in[0].R, in[0].C, 0.1, 1e-4)
	if err != nil {
		return math.NaN()
	}
	return objective
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
