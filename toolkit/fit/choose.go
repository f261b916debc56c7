package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Candidates are what HoldOut and CrossValidate choose from: λ as shares of λ_max, falling, and, where the models are to be debiased, the ρ of
// Debias.
type Candidates struct {
	Shares []float64
	Ridges []float64 // nil for no debiasing
}

// Choice is the model of least error.
type Choice struct {
	Model            *SparseModel // learnt from all training examples
	Weights          []float64    // its weights, or the debiased ones
	Share, Ridge     float64      // Ridge is NaN without debiasing
	Error            float64      // see MeanSquaredError
	Errors           [][]float64  // by share and ridge
	Nonzeros         []int        // features selected, by share; their mean over folds is rounded
	LambdaMax        float64
	shareAt, ridgeAt int
}

// HoldOut chooses by the error on examples held out, for each of the training tasks. Among equal errors it prefers the larger λ, then the
// larger ρ.
func (c Sparse) HoldOut(ctx context.Context, from Candidates, train, held []Examples) (*Choice, error) {
	p, err := c.candidates(from, train)
	if err != nil {
		return nil, err
	}
	if len(held) != len(train) {
		return nil, fmt.Errorf("there are %d tasks to learn from and %d held out", len(train), len(held))
	}
	models, err := p.path(ctx, scaled(from.Shares, p.most))
	if err != nil {
		return nil, err
	}
	choice, weights, err := p.errors(models, from, train, held)
	if err != nil {
		return nil, err
	}
	choice.pick(from)
	choice.Model, choice.Weights, choice.LambdaMax = models[choice.shareAt], weights(choice.shareAt, choice.ridgeAt), p.most
	return choice, nil
}

// CrossValidate chooses by the mean error over folds, each task's examples dealt out at random, and learns from all with the choice. λ is the
// same share of each fold's own λ_max.
func (c Sparse) CrossValidate(ctx context.Context, from Candidates, folds int, seed uint64, tasks ...Examples) (*Choice, error) {
	whole, err := c.candidates(from, tasks)
	if err != nil {
		return nil, err
	}
	for t, e := range tasks {
		if folds < 2 || len(e.Y) < folds {
			return nil, fmt.Errorf("%d folds of the %d examples of task %d: there must be two at least, with an example each", folds, len(e.Y), t)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 79))
	order := make([][]int, len(tasks))
	for t, e := range tasks {
		order[t] = rng.Perm(len(e.Y))
	}
	var total *Choice
	for f := range folds {
		train, held := make([]Examples, len(tasks)), make([]Examples, len(tasks))
		for t, e := range tasks {
			train[t], held[t] = e.split(order[t], f, folds)
		}
		p, err := c.problem(train)
		if err != nil {
			return nil, fmt.Errorf("fold %d: %w", f, err)
		}
		models, err := p.path(ctx, scaled(from.Shares, p.most))
		if err != nil {
			return nil, err
		}
		part, _, err := p.errors(models, from, train, held)
		if err != nil {
			return nil, fmt.Errorf("fold %d: %w", f, err)
		}
		total = total.plus(part)
	}
	total.over(folds)
	total.pick(from)
	lambdas := scaled(from.Shares[:total.shareAt+1], whole.most)
	models, err := whole.path(ctx, lambdas)
	if err != nil {
		return nil, err
	}
	total.Model, total.LambdaMax = models[total.shareAt], whole.most
	total.Weights = total.Model.Weights
	if from.Ridges != nil {
		w, err := debias(total.Model.Selected(), []float64{total.Ridge}, whole.columns, tasks)
		if err != nil {
			return nil, err
		}
		total.Weights = w[0]
	}
	return total, nil
}

func (c Sparse) candidates(from Candidates, train []Examples) (*sparseProblem, error) {
	if len(from.Shares) == 0 {
		return nil, errors.New("there is no λ to choose")
	}
	for k, s := range from.Shares {
		if !(s > 0) || k > 0 && s >= from.Shares[k-1] {
			return nil, fmt.Errorf("share %d of λ_max is %g: shares must be positive and fall", k, s)
		}
	}
	for _, r := range from.Ridges {
		if !(r >= 0) || math.IsInf(r, 1) {
			return nil, fmt.Errorf("ρ = %g: it must be finite and not negative", r)
		}
	}
	return c.problem(train)
}

func scaled(shares []float64, most float64) []float64 {
	out := append([]float64(nil), shares...)
	floats.Scale(math.Max(most, math.SmallestNonzeroFloat64), out)
	return out
}

// errors are those of all models, debiased or not, on held-out examples; the function returns the weights behind one of them.
func (p *sparseProblem) errors(models []*SparseModel, from Candidates, train, held []Examples) (*Choice, func(share, ridge int) []float64, error) {
	out := &Choice{}
	all := make([][][]float64, len(models))
	columns := make([]linalg.Rows, len(held))
	for t, e := range held {
		if n, d := e.X.Dims(); d != p.d || n != len(e.Y) {
			return nil, nil, fmt.Errorf("held-out task %d has %d targets and examples of %d × %d; %d features were expected", t, len(e.Y), n, d, p.d)
		}
		columns[t] = linalg.Columns(e.X)
	}
	for s, m := range models {
		support := m.Selected()
		out.Nonzeros = append(out.Nonzeros, len(support))
		all[s] = [][]float64{m.Weights}
		if from.Ridges != nil {
			if s > 0 && slices.Equal(support, models[s-1].Selected()) {
				all[s] = all[s-1]
				out.Errors = append(out.Errors, append([]float64(nil), out.Errors[s-1]...))
				continue
			}
			var err error
			if all[s], err = debias(support, from.Ridges, p.columns, train); err != nil {
				return nil, nil, err
			}
		}
		row := make([]float64, len(all[s]))
		for r, w := range all[s] {
			row[r] = errorOn(columns, held, w, support)
		}
		out.Errors = append(out.Errors, row)
	}
	return out, func(share, ridge int) []float64 { return all[share][ridge] }, nil
}

// errorOn is MeanSquaredError for weights that are 0 outside a support.
func errorOn(columns []linalg.Rows, tasks []Examples, weights []float64, support []int) float64 {
	var sum float64
	for t, e := range tasks {
		r := append([]float64(nil), e.Y...)
		for _, j := range support {
			columns[t].AddRow(r, -weights[j*len(tasks)+t], j)
		}
		sum += floats.Dot(r, r) / float64(max(1, len(r)))
	}
	return sum / float64(len(tasks))
}

// pick finds the least error.
func (c *Choice) pick(from Candidates) {
	c.Error = math.Inf(1)
	order := ridgeOrder(from.Ridges)
	for s, row := range c.Errors {
		for _, r := range order {
			if row[r] < c.Error {
				c.Error, c.shareAt, c.ridgeAt = row[r], s, r
			}
		}
	}
	c.Share, c.Ridge = from.Shares[c.shareAt], math.NaN()
	if from.Ridges != nil {
		c.Ridge = from.Ridges[c.ridgeAt]
	}
}

// ridgeOrder is from the largest ρ to the least.
func ridgeOrder(ridges []float64) []int {
	if ridges == nil {
		return []int{0}
	}
	order := make([]int, len(ridges))
	floats.ArgsortStable(slices.Clone(ridges), order)
	slices.Reverse(order)
	return order
}

func (c *Choice) plus(o *Choice) *Choice {
	if c == nil {
		return o
	}
	for s := range c.Errors {
		floats.Add(c.Errors[s], o.Errors[s])
		c.Nonzeros[s] += o.Nonzeros[s]
	}
	return c
}

func (c *Choice) over(folds int) {
	for s := range c.Errors {
		floats.Scale(1/float64(folds), c.Errors[s])
		c.Nonzeros[s] = (c.Nonzeros[s] + folds/2) / folds
	}
}

// split deals out fold f of some: every examples whose place in order is f more than a multiple of folds is held out.
func (e Examples) split(order []int, f, folds int) (train, held Examples) {
	var in, out []int
	for k, i := range order {
		if k%folds == f {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	return e.pick(in), e.pick(out)
}

func (e Examples) pick(rows []int) Examples {
	out := Examples{X: linalg.SelectRows(e.X, rows), Y: make([]float64, len(rows))}
	for k, i := range rows {
		out.Y[k] = e.Y[i]
	}
	return out
}
