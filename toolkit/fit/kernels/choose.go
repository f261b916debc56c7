package kernels

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model/machine"
)

// At is the machine with another strength: λ where it is positive, else μ.
func (c Machine) At(strength float64) Machine {
	if c.Lambda > 0 {
		c.Lambda = strength
	} else {
		c.Mu = strength
	}
	return c
}

// Along learns for the strengths of a path, decomposition from the machine before; after one that was canceled it ends.
func (c Machine) Along(ctx context.Context, data Data, strengths []float64) iter.Seq2[*machine.Model, error] {
	return func(yield func(*machine.Model, error) bool) {
		var start []float64
		for k, s := range strengths {
			to := c.At(s)
			if to.Start = start; start != nil && c.Lambda == 0 {
				for i := range start {
					start[i] *= strengths[k-1] / s // as −μa are slopes of losses
				}
			}
			m, err := to.Fit(ctx, data)
			if !yield(m, err) || err != nil {
				return
			}
			if m.Head.Outputs == 1 && len(m.Alpha) > 0 {
				start = make([]float64, m.Learnt)
				for r, i := range m.Rows {
					start[i] = m.Alpha[0].At(r, 0)
				}
			}
		}
	}
}

// Path are n strengths in equal ratios, from the most to the least.
func Path(most, least float64, n int) []float64 {
	out := make([]float64, n)
	for k := range out {
		out[k] = most
		if n > 1 {
			out[k] = most * math.Pow(least/most, float64(k)/float64(n-1))
		}
	}
	return out
}

// Validation is what cross-validation finds of strengths: by strength the mean of the errors on what folds hold out,
// and its standard error. Best has the least error, OneStdError is the first within one standard error of it.
type Validation struct {
	Errors            [][]float64 // by strength and fold
	Error, StdError   []float64
	Best, OneStdError int
}

// CrossValidate learns along the path on what each of the folds leaves, and judges by what it holds out. Folds have
// their share of each label; Seed deals.
func (c Machine) CrossValidate(ctx context.Context, data Data, strengths []float64, folds int) (*Validation, error) {
	n := len(data.Y)
	if folds < 2 || folds > n {
		return nil, fmt.Errorf("%d folds of %d examples: 2 at least, and no more than examples, are due", folds, n)
	}
	v := &Validation{Errors: make([][]float64, len(strengths))}
	fold := c.deal(data, folds)
	for f := range folds {
		var train, test []int
		for i := range n {
			if fold[i] == f {
				test = append(test, i)
			} else {
				train = append(train, i)
			}
		}
		k := 0
		for m, err := range c.Along(ctx, data.pick(train), strengths) {
			if err != nil {
				return nil, fmt.Errorf("fold %d: %w", f+1, err)
			}
			e, err := judge(ctx, m, data, train, test)
			if err != nil {
				return nil, fmt.Errorf("fold %d: %w", f+1, err)
			}
			v.Errors[k] = append(v.Errors[k], e)
			k++
		}
	}
	v.summarize()
	return v, nil
}

// summarize finds means, and what is chosen.
func (v *Validation) summarize() {
	for k, errs := range v.Errors {
		mean, square := 0., 0.
		for _, e := range errs {
			mean += e / float64(len(errs))
		}
		for _, e := range errs {
			square += (e - mean) * (e - mean)
		}
		folds := float64(len(errs))
		v.Error, v.StdError = append(v.Error, mean), append(v.StdError, math.Sqrt(square/(folds-1)/folds))
		if mean < v.Error[v.Best] {
			v.Best = k
		}
	}
	limit := v.Error[v.Best] + v.StdError[v.Best]
	v.OneStdError = slices.IndexFunc(v.Error, func(e float64) bool { return e <= limit })
}

// deal is the fold of each example: examples in a random order, label by label, to one fold after the other.
func (c Machine) deal(data Data, folds int) []int {
	rng := rand.New(rand.NewPCG(c.Seed, 61))
	order := rng.Perm(len(data.Y))
	if data.LabelNames != nil || len(slices.Compact(slices.Sorted(slices.Values(data.Y)))) <= folds {
		slices.SortStableFunc(order, func(i, j int) int {
			switch {
			case data.Y[i] < data.Y[j]:
				return -1
			case data.Y[i] > data.Y[j]:
				return 1
			}
			return 0
		})
	}
	out := make([]int, len(order))
	for k, i := range order {
		out[i] = k % folds
	}
	return out
}

// judge is the mean error, by weight, of a machine on examples that it has not learnt from.
func judge(ctx context.Context, m *machine.Model, data Data, train, test []int) (float64, error) {
	n, k := len(data.Y), m.Head.Outputs
	all := linalg.NewDense(n, k, nil)
	support := make([]int, len(m.Rows))
	for s, i := range m.Rows {
		support[s] = train[i]
	}
	f, column := make([]float64, n), make([]float64, len(support))
	for j, g := range data.Grams {
		for o := range k {
			linalg.Column(column, m.Alpha[j], o)
			if err := g.Product(ctx, f, support, column); err != nil {
				return 0, err
			}
			for i, v := range f {
				all.Row(i)[o] += v
			}
		}
	}
	held, y := linalg.NewDense(len(test), k, nil), make([]float64, len(test))
	for t, i := range test {
		copy(held.Row(t), all.Row(i))
		y[t] = data.Y[i]
	}
	p, err := m.Head.Predict(held, nil)
	if err != nil {
		return 0, err
	}
	var sum, weights float64
	for t, e := range m.Head.Errors(p, y) {
		w := 1.
		if data.Weights != nil {
			w = data.Weights[test[t]]
		}
		sum += w * e
		weights += w
	}
	return sum / weights, nil
}

// MostRidge is a μ from which machines of a kernel say little more than a constant: the mean of its diagonal, as ‖f‖ is
// at most √K_ii times the slopes of losses over μ.
func MostRidge(g toolkit.Gram) float64 {
	var sum float64
	for _, d := range g.Diagonal() {
		sum += d
	}
	return sum / float64(g.Len())
}
