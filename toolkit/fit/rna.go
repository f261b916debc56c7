package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// RNA learns to fold: it minimizes
//
//	P(w) = (λ/2)‖w‖² + (1/n) Σ_i ℓ_i(w)
//
// over n sequences with their structures, by the stabilized bundle method for the hinge of margin training, whose calls
// go over all processors, or by L-BFGS for the conditional log-likelihood.
//
// Source: Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009, section 5.2, for the task; Do,
// Woods, Batzoglou, CONTRAfold, Bioinformatics 2006, for the likelihood.
type RNA struct {
	// Lambda is λ > 0; 0 for 0.01.
	Lambda float64
	// CRF takes the conditional log-likelihood in place of the hinge.
	CRF bool
	// Calls is the most passes over all sequences; 0 for 80.
	Calls int
	// Tol is the gap to stop at, as a share of the objective; 0 for 1e-3. Small λ need more calls than 80 for it.
	Tol float64
	// Watch, where not nil, is called after every pass.
	Watch func(solver.Progress)
}

// Fit learns from sequences with structures. When the context ends, it returns the best model so far.
func (c RNA) Fit(ctx context.Context, examples []rna.Example) (*model.RNA, error) {
	switch {
	case len(examples) == 0:
		return nil, errors.New("there are no sequences to learn from")
	case c.Lambda < 0 || math.IsNaN(c.Lambda) || math.IsInf(c.Lambda, 1):
		return nil, fmt.Errorf("λ = %g: it must be positive and finite", c.Lambda)
	case c.Tol < 0 || math.IsNaN(c.Tol) || c.Calls < 0:
		return nil, fmt.Errorf("a tolerance of %g and %d calls: neither may be negative", c.Tol, c.Calls)
	}
	for i, e := range examples {
		if e.Y == nil {
			return nil, fmt.Errorf("example %d, %.60q, has no structure", i+1, e.Name)
		}
	}
	if err := rna.CheckExamples(examples); err != nil {
		return nil, err
	}
	m := &model.RNA{Loss: "hinge", Lambda: defaultTo(c.Lambda, 0.01), Examples: len(examples)}
	calls := c.Calls
	if calls == 0 {
		calls = 80
	}
	stop := solver.Any(solver.RelGap(defaultTo(c.Tol, 1e-3)), solver.MaxIter(calls))
	res, err := c.run(ctx, m, examples, stop)
	if err != nil {
		return nil, err
	}
	m.Weights, m.Objective, m.Gap = res.X, res.Objective, res.Gap
	m.Iterations, m.Elapsed, m.Status = res.Iter, res.Elapsed, res.Status
	return m, nil
}

// run minimizes P.
func (c RNA) run(ctx context.Context, m *model.RNA, examples []rna.Example, stop solver.Stop) (solver.Result, error) {
	weights := func() *params.Model {
		return params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(rna.Features), 1)})
	}
	if c.CRF {
		m.Loss = "crf"
		p := weights()
		const still = 10 // steps without a decrease: rounding allows no more
		seq := risk.LBFGS{Mu: m.Lambda}.Iterations(ctx, &rna.CRF{Examples: examples}, p)
		res, err := solver.Run(watched(seq, c.Watch), solver.Any(stop, solver.NoDecrease(still)))
		w, _ := p.Vector() // it is one block
		res.X = append([]float64(nil), w...)
		return res, err
	}
	f, err := bundle.NewOracle(func() (toolkit.Oracle, toolkit.Params) {
		return &rna.Hinge{Examples: examples}, weights()
	})
	if err != nil {
		return solver.Result{}, err
	}
	method := bundle.Stabilized{Config: bundle.Config{Lambda: m.Lambda, Bounded: true}}
	return solver.Run(watched(method.Iterations(ctx, f), c.Watch), stop)
}

// watched calls watch, where it is not nil, on every state.
func watched[S solver.Reporter](seq solver.Seq[S], watch func(solver.Progress)) solver.Seq[S] {
	if watch == nil {
		return seq
	}
	return solver.Tee(seq, func(st S) { watch(*st.Report()) })
}
