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
	places []int // of the templates among templates.Reconstructed, in an order of their own
	bits   int   // a template has 2^bits slots
	epochs int
	seed   uint64
}

// learned is what was seen of a model on the way, and what it finds in sentences.
type learned struct {
	norms [][]float64               // ‖θ_k‖ after each epoch
	loss  []float64                 // mean loss of the rounds of each epoch
	found [][]structured.Attachment // of parts, in each of the sentences
	err   error
}

// learn trains models of the same bits on the sentences for it, all at once, and parses parts by each.
func (c *corpus) learn(ctx context.Context, all []training, parts ...part) []learned {
	if len(all) == 0 {
		return nil
	}
	lists, out := make([][]int, len(all)), make([]learned, len(all))
	for m, t := range all {
		lists[m] = t.places
	}
	list := templates.Reconstructed()
	models := params.NewLockstep(structured.Arc, c.train.arcs(list), all[0].bits, lists...)
	models.Run(ctx, func(ctx context.Context, m int, p toolkit.Params) { out[m].err = out[m].follow(ctx, c, all[m], p) })
	for _, of := range parts {
		models.Over(of.arcs(list)).Run(ctx, func(ctx context.Context, m int, p toolkit.Params) {
			if out[m].err == nil {
				var found []structured.Attachment
				found, out[m].err = of.bySentence(ctx, p)
				out[m].found = append(out[m].found, found)
			}
		})
	}
	return out
}

// follow trains a model.
func (l *learned) follow(ctx context.Context, c *corpus, t training, p toolkit.Params) error {
	oracle := &structured.TreeHinge{Data: c.train.trees}
	lambda := 1 / (t.C * float64(max(1, oracle.Len())))
	steps := online.Proximal{
		Params: p, Terms: []online.Term{online.OnNorms(t.method.psi(lambda))},
		Rate: online.InvSqrt{Eta0: t.Eta0}, Shuffle: true, Seed: t.seed,
	}
	for s, err := range steps.Iterations(ctx, oracle) {
		if err != nil {
			return err
		}
		norms := make([]float64, p.Groups())
		for k := range norms {
			norms[k] = p.Norm(k)
		}
		l.norms, l.loss = append(l.norms, norms), append(l.loss, s.MeanLoss)
		if s.Iter == t.epochs {
			break
		}
	}
	return context.Cause(ctx)
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
