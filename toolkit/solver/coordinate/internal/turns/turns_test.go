package turns

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/kronecker"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// outputsOf are blocks of the columns of a matrix, given as rows, each for so many outputs.
func outputsOf(columns *linalg.Dense, outputs int) *model.Blocks {
	n := columns.C
	b := &model.Blocks{N: n * outputs, From: []int{0}}
	for j := range columns.R {
		block := make([]model.Column, outputs)
		for o := range block {
			block[o] = model.Column{A: columns, Row: j, Lo: o * n, Hi: (o + 1) * n, WeightAt: j*outputs + o}
		}
		b.Add(1+0.5*float64(j%2), block...)
	}
	b.Penalized = b.Count()
	return b
}

// curves are sums of bells at so many places, a little rough, as rows of columns.
func curves(rng *rand.Rand, places, n int) *linalg.Dense {
	x := testproblems.Normal(rng, places*n, 1e-3)
	for _, middle := range []float64{0.2, 0.5, 0.7} {
		for i := range n {
			high := 0.5 + rng.Float64()
			for j := range places {
				off := (float64(j)/float64(places) - middle) / 0.2
				x[j*n+i] += high * math.Exp(-off*off)
			}
		}
	}
	return linalg.NewDense(places, n, x)
}

// modelOf is that of a matrix of columns and targets that a few of them say, at weights of 0, with λ as a share of the
// largest.
func modelOf(rng *rand.Rand, columns *linalg.Dense, share, mu float64) *model.Model {
	const outputs = 5
	b := outputsOf(columns, outputs)
	y := testproblems.Normal(rng, b.N, 0.1)
	for range 3 {
		column := columns.Row(rng.IntN(columns.R))
		for o := range outputs {
			floats.AddScaled(y[o*columns.C:(o+1)*columns.C], rng.NormFloat64(), column)
		}
	}
	m := model.NewLeastSquares(*b, slices.Repeat([]float64{1. / float64(columns.C)}, b.N), nil).Model(
		y, 1, mu, make([]float64, len(b.Columns)))
	most := 0.
	for g := range b.Count() {
		m.BlockProducts(m.Products[b.From[g]:b.From[g+1]], g)
		most = math.Max(most, m.Polar(m.Products, g, 1)/m.Omega[g])
	}
	m.Lambda = share * most
	return m
}

// led is a model that solves sets by turns.
func led(m *model.Model) *model.Model {
	new(Turns).Lead(m)
	return m
}

// TestStep: the step by systems of as many unknowns as blocks is that by the Hessian of all weights.
func TestStep(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 120))
	m := modelOf(rng, linalg.NewDense(6, 20, testproblems.Normal(rng, 120, 1)), 0.05, 0.01)
	set := vec.UpTo(m.Count())
	for _, g := range set {
		m.Update(g)
	}
	s, k := m.Support(set), 5
	if len(s.Blocks) < 4 {
		t.Fatalf("only %d blocks are not 0", len(s.Blocks))
	}
	of := &Turns{Model: m}
	q := kronecker.New(of.SharedGram(s.Blocks), len(s.Blocks), k)
	size := len(s.Blocks) * k
	hessian := make([]float64, size*size)
	for b, g := range s.Blocks {
		unit, bend := m.Fall(q.Fall[b*k:], g)
		q.Add(b, unit, bend, m.Mu)
		norm := m.Norm(g, m.W)
		for other := range s.Blocks {
			for o := range k {
				hessian[(b*k+o)*size+other*k+o] += of.SharedGram(s.Blocks)[b*len(s.Blocks)+other]
			}
		}
		for o := range k {
			row := hessian[(b*k+o)*size+b*k : (b*k+o)*size+b*k+k]
			row[o] += bend + m.Mu
			for p := range k {
				row[p] -= bend * m.W[g*k+o] * m.W[g*k+p] / (norm * norm)
			}
		}
	}
	want := slices.Clone(q.Fall)
	linalg.SolveCholesky(linalg.CholeskyOfGram(hessian, size), want)
	got, _ := q.Step()
	if off := floats.Distance(got, want, math.Inf(1)); !(off <= 1e-6*floats.Norm(want, math.Inf(1))) {
		t.Errorf("off by %g: %v, %v by the Hessian", off, got, want)
	}
}

// TestAlike: columns that are alike are solved by turns, to the objective of plain passes and in a tenth as many.
func TestAlike(t *testing.T) {
	t.Parallel()
	for _, mu := range []float64{0, 1e-4} {
		at := func() *model.Model {
			rng := rand.New(rand.NewPCG(2, 120))
			return modelOf(rng, curves(rng, 120, 60), 2e-2, mu)
		}
		m, plain := led(at()), at()
		plain.Plain = true
		set := vec.UpTo(m.Count())
		target := 1e-10 * m.Objective()
		done, err := m.First(t.Context(), set, target)
		if gap := m.Gap(set); !done || err != nil || !(gap <= 2*target) {
			t.Fatalf("μ = %g: done %v, %v, with the gap %g of %g", mu, done, err, gap, target)
		}
		if err := plain.Solve(t.Context(), set, target, 100*model.MaxInnerPasses); err != nil {
			t.Fatal(err)
		}
		got, want := m.Objective(), plain.Objective()
		if !(math.Abs(got-want) <= 1e-9*want) {
			t.Errorf("μ = %g: %.12g, by passes %.12g", mu, got, want)
		}
		if m.Evals*10 > plain.Evals {
			t.Errorf("μ = %g: %d turns, %d passes", mu, m.Evals, plain.Evals)
		}
	}
}

// TestUnlike: where columns are not alike, or blocks are not penalized, passes find what they would without.
func TestUnlike(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 120))
	m := led(modelOf(rng, linalg.NewDense(60, 40, testproblems.Normal(rng, 60*40, 1)), 0.1, 0))
	for range 2 { // the second set is not tried
		done, err := m.First(t.Context(), vec.UpTo(m.Count()), 0)
		if done || err != nil || floats.Norm(m.W, 2) != 0 || m.Evals != 0 {
			t.Errorf("solved %v, %v, after %d turns", done, err, m.Evals)
		}
	}
	rng = rand.New(rand.NewPCG(2, 120))
	m = led(modelOf(rng, curves(rng, 120, 60), 2e-2, 0))
	m.Penalized--
	if done, _ := m.First(t.Context(), vec.UpTo(m.Count()), 0); done || m.Evals != 0 {
		t.Error("solves a set with a block that is not penalized")
	}
}
