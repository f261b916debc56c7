package params_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// lesson is a training: by some of the templates, so many passes.
type lesson struct {
	list   []int
	psi    toolkit.Proxable
	passes int
}

// lessons are of templates in several orders, of which some begin alike; the third resets groups again and again.
func lessons() []lesson {
	const lambda = 1. / (100 * 40)
	all := []int{4, 0, 1, 2, 3, 5, 6, 7}
	return []lesson{
		{all[:3], prox.Ridge{Mu: lambda}, 3},
		{all, prox.Ridge{Mu: lambda}, 3},
		{all, prox.L1{Lambda: 0.02}, 3},
		{[]int{7, 6, 5}, prox.SquaredL1{Lambda: lambda}, 1},
		{all[:5], prox.SquaredL1{Lambda: 100 * lambda}, 3},
		{[]int{7}, prox.Ridge{Mu: lambda}, 0},
	}
}

// follow trains, and returns the mean losses and norms after every pass.
func (l lesson) follow(ctx context.Context, p toolkit.Params, trees *structured.Trees) (seen []float64, err error) {
	steps := online.Proximal{
		Params: p, Terms: []online.Term{online.OnNorms(l.psi)}, Rate: online.InvSqrt{Eta0: 20}, Shuffle: true, Seed: 3,
	}
	for s, err := range steps.Iterations(ctx, &structured.TreeHinge{Data: trees}) {
		if err != nil {
			return nil, err
		}
		if s.Iter > l.passes {
			break
		}
		seen = append(seen, s.MeanLoss)
		for k := range p.Groups() {
			seen = append(seen, p.Norm(k))
		}
	}
	return seen, nil
}

// treebank are short sentences, and templates of which one has several features of an arc.
func treebank(t *testing.T) (train, test *sentences.Treebank, list []templates.Template) {
	t.Helper()
	banks := testproblems.Must(generate.Grammar(t.Context(), generate.GrammarConfig{
		Sentences: 40, Tags: 4, Words: 4, Relevant: 4, Strength: 2, Seed: 2,
	}))
	return banks.Train, banks.Dev, slices.Concat(banks.Relevant, templates.McDonald()[8:11], templates.InBetween()[:1])
}

// TestLockstepIsTrainingAlone: what is trained together, and parsed together, has the bits of what is trained alone.
func TestLockstepIsTrainingAlone(t *testing.T) {
	t.Parallel()
	train, test, list := treebank(t)
	for _, bits := range []int{4, 11} {
		seen, unseen := read(train, list), read(test, list)
		all := lessons()
		var lists [][]int
		for _, l := range all {
			lists = append(lists, l.list)
		}
		together := params.NewLockstep(structured.Arc, seen.arcs, bits, lists...)
		followed, heads := make([][]float64, len(all)), make([][]int, len(all))
		together.Run(t.Context(), func(ctx context.Context, m int, p toolkit.Params) {
			followed[m] = testproblems.Must(all[m].follow(ctx, p, seen.trees))
		})
		together.Over(unseen.arcs).Run(t.Context(), func(ctx context.Context, m int, p toolkit.Params) {
			heads[m] = parsed(ctx, t, p, unseen.trees)
		})
		for m, l := range all {
			alone := params.NewHashed(structured.Arc, seen.arcs.Select(l.list...), bits)
			if want := testproblems.Must(l.follow(t.Context(), alone, seen.trees)); !slices.Equal(followed[m], want) {
				t.Errorf("lesson %d, %d bits: losses and norms %v, alone %v", m, bits, followed[m], want)
			}
			for k := range l.list {
				if !together.Model(m).Table(k).Equal(alone.Table(k)) {
					t.Errorf("lesson %d, %d bits: other weights of template %d", m, bits, k)
				}
			}
			over := unseen.arcs.Select(l.list...)
			if want := parsed(t.Context(), t, alone.Over(over), unseen.trees); !slices.Equal(heads[m], want) ||
				!slices.Equal(parsed(t.Context(), t, together.Model(m).Over(over), unseen.trees), want) {
				t.Errorf("lesson %d, %d bits: other heads", m, bits)
			}
		}
	}
}

func parsed(ctx context.Context, t *testing.T, p toolkit.Params, trees *structured.Trees) []int {
	t.Helper()
	heads := make([]int, len(trees.Head))
	var parser structured.TreeParser
	if err := parser.Parse(ctx, heads, p, trees.Start); err != nil {
		t.Fatal(err)
	}
	return heads
}

// TestFaultLockstepEnds: where one of the calls fails or panics the others end, and so do all with the context.
func TestFaultLockstepEnds(t *testing.T) {
	t.Parallel()
	train, _, list := treebank(t)
	seen := read(train, list)
	all := lessons()
	together := params.NewLockstep(structured.Arc, seen.arcs, 6, all[1].list, all[1].list, all[1].list)
	endless := lesson{all[1].list, all[1].psi, 1 << 40}
	wrong := errors.New("wrong")
	errs := make([]error, 3)
	ctx, cancel := context.WithCancelCause(t.Context())
	together.Run(ctx, func(ctx context.Context, m int, p toolkit.Params) {
		if m < 2 {
			_, errs[m] = endless.follow(ctx, p, seen.trees)
			return
		}
		if _, errs[m] = all[1].follow(ctx, p, seen.trees); errs[m] == nil {
			cancel(wrong)
		}
	})
	if !errors.Is(errs[0], wrong) || !errors.Is(errs[1], wrong) || errs[2] != nil {
		t.Errorf("errors %v", errs)
	}
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, wrong) || errs[0] == nil || errs[1] == nil {
			t.Errorf("after a panic: %v", errs)
		}
	}()
	errs = make([]error, 3)
	together.Run(t.Context(), func(ctx context.Context, m int, p toolkit.Params) {
		if m == 2 {
			_, _ = all[1].follow(ctx, p, seen.trees)
			panic(wrong)
		}
		_, errs[m] = endless.follow(ctx, p, seen.trees)
	})
}
