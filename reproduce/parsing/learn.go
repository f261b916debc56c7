package parsing

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// method is a regularizer on the norms of the groups, the templates.
type method struct {
	id, title string
	psi       func(lambda float64) toolkit.Proxable
}

// The methods that train on all templates, by Algorithm 1 of the paper; with mkl it is Algorithm 3.
var (
	svm     = method{"svm", "SVM", func(l float64) toolkit.Proxable { return prox.Ridge{Mu: l} }}
	mkl     = method{"mkl", "MKL", func(l float64) toolkit.Proxable { return prox.SquaredL1{Lambda: l} }}
	l21     = method{"l21", "ℓ2,1", func(l float64) toolkit.Proxable { return prox.L1{Lambda: l} }}
	methods = []method{svm, mkl, l21}
)

// training says how a model is trained.
type training struct {
	method method
	setting
	templates []templates.Template
	bits      int // a template has 2^bits slots
	epochs    int
	seed      uint64
}

// learned is a model with what was seen on the way.
type learned struct {
	model *params.Hashed
	norms [][]float64 // ‖θ_k‖ after each epoch
	loss  []float64   // mean loss of the rounds of each epoch
}

// learn trains on the sentences for it.
func (c *corpus) learn(ctx context.Context, t training) (*learned, error) {
	out := &learned{model: params.NewHashed(structured.Arc, c.train.arcs(t.templates), t.bits)}
	oracle := &structured.TreeHinge{Data: c.train.trees}
	lambda := 1 / (t.C * float64(max(1, oracle.Len())))
	steps := online.Proximal{
		Params: out.model, Terms: []online.Term{online.OnNorms(t.method.psi(lambda))},
		Rate: online.InvSqrt{Eta0: t.Eta0}, Shuffle: true, Seed: t.seed,
	}
	for s, err := range steps.Iterations(ctx, oracle) {
		if err != nil {
			return nil, err
		}
		norms := make([]float64, len(t.templates))
		for k := range norms {
			norms[k] = out.model.Norm(k)
		}
		out.norms, out.loss = append(out.norms, norms), append(out.loss, s.MeanLoss)
		if s.Iter == t.epochs {
			break
		}
	}
	return out, context.Cause(ctx)
}

// zeros counts the groups that are exactly zero.
func zeros(norms []float64) (n int) {
	for _, v := range norms {
		if v == 0 {
			n++
		}
	}
	return n
}
