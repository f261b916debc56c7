package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Fit solves for Linear.Lambda, from Linear.Start.
func (p *Prepared) Fit(ctx context.Context) (*model.Linear, error) {
	return p.fit(ctx, p.Lambda, p.Start)
}

// Path learns for several λ, falling, each from the model before: see Linear.Path.
func (p *Prepared) Path(ctx context.Context, lambdas []float64) ([]*model.Linear, error) {
	if p.Penalty == nil {
		return nil, errors.New("without a penalty there is no path of λ")
	}
	for k := 1; k < len(lambdas); k++ {
		if !(lambdas[k] < lambdas[k-1]) {
			return nil, fmt.Errorf("the λ of a path must fall: %g comes after %g", lambdas[k], lambdas[k-1])
		}
	}
	if len(lambdas) == 0 {
		return nil, nil
	}
	return p.Follow(ctx, choose.LambdaPath(lambdas, p.Mu))
}

// Follow learns for the strengths of a path, each from the model before. When the context ends, there are an error and
// the models so far, of which the last says so.
func (p *Prepared) Follow(ctx context.Context, path []choose.Strength) ([]*model.Linear, error) {
	var out []*model.Linear
	for m, err := range p.Along(ctx, path) {
		if m != nil {
			out = append(out, m)
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// Along is Follow model by model, for those who may have seen enough before its end. An error ends it, with a model
// where the context ended.
func (p *Prepared) Along(ctx context.Context, path []choose.Strength) iter.Seq2[*model.Linear, error] {
	return func(yield func(*model.Linear, error) bool) {
		if err := (choose.Grid{path}).Check(p.Penalty != nil); err != nil {
			yield(nil, err)
			return
		}
		var before, anew *model.Linear // of the penalty, and without it
		at, last := p, p               // of this penalty, and of that of all
		for k, s := range path {
			m, err := before, error(nil)
			if k == 0 || !sameFit(s, path[k-1]) {
				m, anew = nil, nil
				if last, err = last.alongPath(ctx, len(path)-k, before); err == nil {
					at, err = last.at(s)
				}
				if err == nil {
					m, err = at.fit(ctx, s.Lambda, cmp.Or(before, p.Start))
				}
			}
			if s.Penalty == nil {
				last = at
			}
			before = m
			if s.Relax > 0 && err == nil {
				m, anew, err = at.relaxed(ctx, m, anew, s.Relax)
			}
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// Moments are repaid where what fits that are left take, as many products of columns as d and a share of s² each, s
// weights not being 0, is a share of d².
const (
	activeShare   = 0.1
	productsShare = 0.2
)

// alongPath is the same by moments, where these do and so many fits that are left of a path repay them, from a model,
// nil for none, of about as many weights that are not 0 as theirs.
func (p *Prepared) alongPath(ctx context.Context, fits int, from *model.Linear) (*Prepared, error) {
	d, active := float64(p.in.d), 0.
	if from != nil {
		active = float64(from.Nonzeros())
	}
	in := *p.in
	in.path = true
	repaid := float64(fits)*(d+activeShare*active*active) >= productsShare*d*d
	if p.few != nil || p.in.path || !repaid || !in.byMoments() {
		return p, nil
	}
	few, err := compress(ctx, &in)
	return &Prepared{Linear: p.Linear, in: &in, few: few, refused: few == nil, made: p.made, memory: p.memory}, err
}

// sameFit tells whether strengths differ by their share of a fit without penalty alone.
func sameFit(a, b choose.Strength) bool {
	return a.Lambda == b.Lambda && a.Mu == b.Mu && a.Penalty == nil && b.Penalty == nil
}
