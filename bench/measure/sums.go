package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// sum is a composite problem, as bench/sums.py writes it.
type sum struct {
	Loss      string
	Tau       float64
	Map       string
	Intercept bool
	Parts     []struct {
		Kind       string
		Strength   float64
		Rows, Cols int
		Groups     prox.Groups
		Weights    []float64
	}
	Sets []struct {
		Kind      string
		Low, High float64
	}
	X, Y string
}

// outputs are those of a matrix that is low rank and sparse.
const outputs = 20

// twice are the rows of two identities side by side, each for every output.
func twice(n int) (*linalg.CSR, []int64) {
	rows, task := n/outputs, make([]int64, n)
	x := linalg.CSR{R: n, C: 2 * rows, Ptr: []int{0}}
	for i := range n {
		task[i] = int64(i % outputs)
		x.Col = append(x.Col, int32(i/outputs), int32(rows+i/outputs))
		x.Val, x.Ptr = append(x.Val, 1, 1), append(x.Ptr, 2*i+2)
	}
	return &x, task
}

// lowRank is the trace norm of the first half of weights, and ℓ1 of the second.
func lowRank(features int) toolkit.Proxable {
	half := features / 2
	all := make([]int, half*outputs)
	for j := range all {
		all[j] = j
	}
	rest := make([]int, len(all))
	for j := range rest {
		rest[j] = len(all) + j
	}
	return calculus.Sum{
		calculus.Restricted{Of: prox.TraceNorm{Lambda: 1, Rows: half, Cols: outputs}, To: all},
		calculus.Restricted{Of: prox.L1{Lambda: 0.2}, To: rest},
	}
}

// penalty is the sum of parts, at strength 1 where it is one alone, which has its strength beside it.
func (s sum) penalty(d int) (toolkit.Proxable, float64) {
	var all calculus.Sum
	for _, p := range s.Parts {
		g := map[string]toolkit.Proxable{
			"l1": prox.L1{Lambda: 1}, "fused": prox.Fused{Lambda: 1, Mix: 0.5},
			"slope":   prox.Slope{Lambda: 1, Weights: p.Weights},
			"tv":      prox.TotalVariation{Lambda: 1, Rows: p.Rows, Cols: p.Cols},
			"overlap": prox.Overlap{Lambda: 1, Groups: p.Groups}, "group-max": prox.L1Inf{Lambda: 1, Groups: p.Groups},
			"latent": prox.Latent{Lambda: 1, Groups: p.Groups},
			"dirty":  calculus.InfimalConvolution{prox.L1{Lambda: 1}, prox.L21{Lambda: 2, Groups: p.Groups}},
			"rpca":   lowRank(d),
			"trend":  calculus.Composed{G: prox.L1{Lambda: 1}, L: maps.Differences(d, 2)},
		}[p.Kind]
		if len(s.Parts) == 1 {
			return g, p.Strength
		}
		all = append(all, calculus.Scaled{C: p.Strength, Of: g})
	}
	if all == nil {
		return nil, 0
	}
	return all, 1
}

// constraints are the sets.
func (s sum) constraints(d int) (out []toolkit.Proxable) {
	ones := linalg.NewDense(1, d, nil)
	for j := range ones.Data {
		ones.Data[j] = 1
	}
	for _, of := range s.Sets {
		out = append(out, map[string]toolkit.Proxable{
			"box":    sets.Box{Lower: []float64{of.Low}, Upper: []float64{of.High}},
			"sum":    calculus.Composed{G: sets.Point(of.Low), L: linalg.ToCSR(ones)},
			"rising": sets.Monotone{},
		}[of.Kind])
	}
	return out
}

// summing reads a composite problem, and is its solution to a tolerance, which is then saved.
func summing(ctx context.Context, file, out string, tol float64) (task, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var s sum
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	y, err := datasets.ReadFrame(ctx, s.Y, datasets.FrameOptions{NoTarget: true})
	if err != nil {
		return nil, err
	}
	targets := linalg.ToDense(y.X).Data
	if s.Map == "blur" {
		return deblurring(ctx, s, targets, out, tol), nil
	}
	var x linalg.Map = linalg.ToCSR(linalg.Identity(len(targets)))
	var task []int64
	if s.Map == "two" {
		x, task = twice(len(targets))
	}
	if s.Map == "" {
		frame, err := datasets.ReadFrame(ctx, s.X, datasets.FrameOptions{NoTarget: true})
		if err != nil {
			return nil, err
		}
		x = frame.X
	}
	_, d := x.Dims()
	c := fit.Linear{Intercept: s.Intercept, Tol: tol, Constraints: s.constraints(d)}
	c.Loss = map[string]toolkit.Loss{
		"squared": loss.Squared{}, "hinge": loss.Hinge{}, "quantile": loss.Quantile{Tau: s.Tau},
	}[s.Loss]
	c.Penalty, c.Lambda = s.penalty(d)
	return func() (taken, finish, error) {
		m, err := c.Fit(ctx, fit.Data{X: x, Y: targets, Task: task})
		if err != nil {
			return taken{}, nil, err
		}
		t := taken{Objective: known(m.Objective), Gap: known(m.Gap), Status: string(m.Status), Solver: m.Method,
			Iterations: m.Iterations}
		return t, func(*taken) error { return save(m, out) }, nil
	}, nil
}

// deblurring is for a blur that is known by its products.
func deblurring(ctx context.Context, s sum, y []float64, out string, tol float64) task {
	side := int(math.Sqrt(float64(len(y))))
	kernel := make([]float64, 9)
	var total float64
	for k := range kernel {
		kernel[k] = math.Exp(-0.5 * math.Pow(float64(k-4)/1.5, 2))
		total += kernel[k]
	}
	for k := range kernel {
		kernel[k] /= total
	}
	line := maps.Convolution(kernel, side, maps.Zero)
	gradient, groups := maps.Gradient(side, side)
	p := &composite.Problem{Terms: []composite.Term{
		{Function: terms.Loss{Of: loss.Squared{Y: y}}, Map: maps.LazyKronecker(line, line)},
		{Function: terms.L21{L21: prox.L21{Lambda: s.Parts[0].Strength, Groups: groups}}, Map: gradient},
		{Function: sets.Box{Lower: []float64{s.Sets[0].Low}, Upper: []float64{s.Sets[0].High}}, Map: linalg.Identity(len(y))},
	}}
	return func() (taken, finish, error) {
		run, err := solver.Run(composite.Restarted{}.Iterations(ctx, p), solver.RelGap(tol))
		if err != nil {
			return taken{}, nil, err
		}
		t := taken{Objective: known(run.Objective), Gap: known(run.Gap), Status: fmt.Sprint(run.Status), Iterations: run.Iter,
			Solver: "composite.Restarted"}
		return t, func(*taken) error {
			m := &model.Linear{Loss: "squared", Link: model.Identity, Penalty: "tv", Features: len(y), Outputs: 1}
			m.Weights = run.X
			return save(m, out)
		}, nil
	}
}

func save(m *model.Linear, out string) error {
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	return errors.Join(m.Save(f), f.Close())
}
