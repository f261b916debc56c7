package rna_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestOracles: losses and subgradients are those of a function of the weights.
func TestOracles(t *testing.T) {
	t.Parallel()
	var examples []rna.Example
	for _, c := range [][2]string{
		{"GGGAAAUCCC", "(((....)))"}, {"GGAGCAAAGCGCUGCCC", "((.((...))((.))))"}, {"AAAA", "...."}, {"GC", "()"},
	} {
		x, err := rna.ParseSequence(c[0])
		if err != nil {
			t.Fatal(err)
		}
		y, err := rna.ParseStructure(c[1])
		if err != nil {
			t.Fatal(err)
		}
		examples = append(examples, rna.Example{Name: c[0], X: x, Y: y})
	}
	if err := rna.CheckExamples(examples); err != nil {
		t.Fatal(err)
	}
	for k, o := range []toolkit.Oracle{
		&rna.Hinge{Examples: examples}, &rna.CRF{Examples: examples},
		&rna.Hinge{Examples: examples, Extended: true}, &rna.CRF{Examples: examples, Extended: true},
	} {
		newParams := func() toolkit.Params {
			rows := []int{rna.Features, rna.Extended}[k/2]
			return params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(rows), 1)})
		}
		if err := toolkittest.Oracle(o, newParams); err != nil {
			t.Error(err)
		}
	}
}

// TestOneSequence: a bundle method learns from one sequence alone, until it folds it rightly.
func TestOneSequence(t *testing.T) {
	t.Parallel()
	x, y := built(t, "((...).(....))")
	f, err := bundle.NewOracle(func() (toolkit.Oracle, toolkit.Params) {
		return &rna.Hinge{Examples: []rna.Example{{X: x, Y: y}}},
			params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(rna.Features), 1)})
	})
	if err != nil {
		t.Fatal(err)
	}
	method := bundle.Stabilized{Config: bundle.Config{Lambda: 1e-3}}
	res, err := solver.Run(method.Iterations(t.Context(), f), solver.Any(solver.RelGap(1e-3), solver.MaxIter(60)))
	if err != nil || !(res.Gap >= 0) {
		t.Fatalf("gap %g, %v", res.Gap, err)
	}
	if guess, _ := rna.NewFolder(res.X).Fold(x); guess.String() != y.String() {
		t.Errorf("%s becomes %s", y, guess)
	}
}

// TestNames: every feature has a name of its own.
func TestNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{"": true}
	for k, name := range rna.ExtendedNames() {
		if seen[name] {
			t.Errorf("feature %d is called %q, as another", k, name)
		}
		seen[name] = true
	}
	if len(rna.ExtendedNames()) != rna.Extended || len(rna.Names()) != rna.Features {
		t.Errorf("%d names of %d features", len(rna.Names()), rna.Features)
	}
}

// TestNoBasesAndOne: there is one structure.
func TestNoBasesAndOne(t *testing.T) {
	t.Parallel()
	w := make([]float64, rna.Features)
	for k := range w {
		w[k] = 0.5
	}
	for _, x := range []rna.Sequence{{}, {rna.G}, {rna.Unknown}} {
		lone := make(rna.Structure, len(x))
		for i := range lone {
			lone[i] = -1
		}
		y, value := rna.NewFolder(w).Fold(x)
		away, worst := rna.NewFolder(w).FoldAway(x, lone)
		e := rna.NewEnsemble(w)
		if want := score(w, x, lone); y.String() != lone.String() || away.String() != lone.String() || value != want ||
			worst != want || math.Abs(e.LogPartition(x)-want) > 1e-15 || len(e.Pairs(x)) != len(x) {
			t.Errorf("%q: %q %g, %q %g, log Z %g", x, y, value, away, worst, e.LogPartition(x))
		}
	}
}
