package params_test

import (
	"slices"
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// TestParsersLearn trains on a synthetic treebank by each method and parses sentences that were not seen. There, a head
// drawn at random is right one time in twelve.
func TestParsersLearn(t *testing.T) {
	t.Parallel()
	banks := testproblems.Must(generate.Grammar(t.Context(), generate.GrammarConfig{
		Sentences: 120, Tags: 4, Words: 4, Relevant: 5, Strength: 2, Seed: 2,
	}))
	list := slices.Concat(banks.Relevant, templates.McDonald()[8:12], templates.InBetween()[:1])
	seen, unseen := read(banks.Train, list), read(banks.Dev, list)
	hinge, crf := &structured.TreeHinge{Data: seen.trees}, &structured.TreeCRF{Data: seen.trees}
	lambda := 1. / (100 * 120)
	for name, run := range map[string]func(h *params.Hashed) solver.Seq[*online.State]{
		"squared l1": func(h *params.Hashed) solver.Seq[*online.State] {
			c := online.Proximal{Rate: online.InvSqrt{Eta0: 10}}
			c.Params = h
			c.Terms = []online.Term{online.OnNorms(prox.SquaredL1{Lambda: lambda})}
			return c.Iterations(t.Context(), hinge)
		},
		"ridge, crf": func(h *params.Hashed) solver.Seq[*online.State] {
			c := online.Proximal{Rate: online.InvSqrt{Eta0: 20}}
			c.Params = h
			c.Terms = []online.Term{online.OnNorms(prox.Ridge{Mu: lambda})}
			return c.Iterations(t.Context(), crf)
		},
		"passive-aggressive": func(h *params.Hashed) solver.Seq[*online.State] {
			return online.PassiveAggressive{Average: true, Params: h}.Iterations(t.Context(), hinge)
		},
	} {
		h := params.NewHashed(structured.Arc, seen.arcs, 10)
		if _, err := solver.Run(run(h), solver.MaxIter(2)); err != nil {
			t.Fatal(err)
		}
		if name == "passive-aggressive" {
			h = h.Averaged()
		}
		heads := make([]int, len(unseen.trees.Head))
		parser := structured.TreeParser{SingleRoot: true}
		if err := parser.Parse(t.Context(), heads, h.Over(unseen.arcs), unseen.trees.Start); err != nil {
			t.Fatal(err)
		}
		var a structured.Attachment
		a.Add(unseen.trees.Head, heads, nil)
		if !(a.Score() > 0.35) {
			t.Errorf("%s: %.0f %% of the heads are right", name, 100*a.Score())
		}
	}
}
