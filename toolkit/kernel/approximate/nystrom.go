package approximate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Nystrom are features by landmarks, some of the examples: with the triangle L of K_SS = LLᵀ among them,
// φ(x) = L⁻¹ k_S(x), so that ⟨φ(x), φ(y)⟩ = k_S(x)ᵀ K_SS⁻¹ k_S(y), which is k for landmarks. K less the matrix of the
// features is positive semidefinite.
//
// Source: Williams, Seeger, Using the Nyström Method to Speed Up Kernel Machines, 2001; Musco, Musco, Recursive
// Sampling for the Nyström Method, 2017, for landmarks by leverage.
type Nystrom struct {
	Landmarks []int         // of the examples, in the order of the features
	lower     *linalg.Dense // L
}

// NewNystrom takes so many landmarks, at most, in proportion to the leverage scores at a ridge, nμ of a machine that is
// to be learnt; ridge 0 draws uniformly. Landmarks that are combinations of others are left out. The errors are those
// of a matrix that is not positive semidefinite, and the context's.
func NewNystrom(
	ctx context.Context, g toolkit.Gram, count int, ridge float64, seed uint64,
) (*Nystrom, *linalg.Dense, error) {
	n := g.Len()
	if !(ridge >= 0) || math.IsInf(ridge, 1) || count < 1 || count > n {
		return nil, nil, fmt.Errorf("%d landmarks of %d examples at a ridge of %g: one at least, and a finite ridge, are due",
			count, n, ridge)
	}
	scores := slices.Repeat([]float64{1}, n)
	if ridge > 0 {
		var err error
		if scores, err = Leverage(ctx, g, count, ridge, seed); err != nil {
			return nil, nil, err
		}
	}
	chosen := draw(scores, count, seed+1)
	rows := linalg.NewDense(count, n, nil)
	if err := g.Columns(ctx, rows.Data, chosen); err != nil {
		return nil, nil, err
	}
	among := linalg.NewDense(count, count, nil)
	for s := range chosen {
		for t, i := range chosen[:s+1] {
			among.Row(s)[t], among.Row(t)[s] = rows.At(s, i), rows.At(s, i)
		}
	}
	factor, pivots, err := kernel.PivotedFeatures(among)
	if err != nil {
		return nil, nil, err
	}
	z := &Nystrom{lower: linalg.NewDense(len(pivots), len(pivots), nil)}
	values := linalg.NewDense(n, len(pivots), nil)
	for s, p := range pivots {
		z.Landmarks = append(z.Landmarks, chosen[p])
		copy(z.lower.Row(s), factor.Row(p))
		for i, v := range rows.Row(p) {
			values.Row(i)[s] = v
		}
	}
	return z, z.Features(values), nil
}

// Features are φ of examples, a row each, from the kernel's values between them, rows, and the landmarks.
func (z *Nystrom) Features(values *linalg.Dense) *linalg.Dense {
	out := linalg.NewDense(values.R, values.C, slices.Clone(values.Data))
	for i := range out.R {
		row := out.Row(i)
		for s := range row {
			row[s] = (row[s] - linalg.Dot(row[:s], z.lower.Row(s)[:s])) / z.lower.At(s, s)
		}
	}
	return out
}

// Leverage estimates the scores K(K + ridge I)⁻¹_ii by columns of so many examples, drawn uniformly; it is exact where
// these are all. With w = n/count and the sample S,
//
//	(K_ii − w k_S(x_i)ᵀ(w K_SS + ridge I)⁻¹ k_S(x_i)) / ridge.
//
// Source: Musco, Musco, Recursive Sampling for the Nyström Method, 2017, Lemma 6.
func Leverage(ctx context.Context, g toolkit.Gram, count int, ridge float64, seed uint64) ([]float64, error) {
	n := g.Len()
	sample := draw(slices.Repeat([]float64{1}, n), count, seed)
	rows := linalg.NewDense(count, n, nil)
	if err := g.Columns(ctx, rows.Data, sample); err != nil {
		return nil, err
	}
	w, among := float64(n)/float64(count), make([]float64, count*count)
	for s := range sample {
		for t, i := range sample {
			among[s*count+t] = w * rows.At(s, i)
		}
		among[s*count+s] += ridge
	}
	factor := linalg.CholeskyOfGram(among, count)
	if factor == nil {
		return nil, fmt.Errorf("the Gram matrix and a ridge of %g are not positive definite: is it a kernel's?", ridge)
	}
	out, values, solved := make([]float64, n), make([]float64, count), make([]float64, count)
	for i, d := range g.Diagonal() {
		linalg.Column(values, rows, i)
		copy(solved, values)
		linalg.SolveCholesky(factor, solved)
		out[i] = math.Max(0, d-w*linalg.Dot(values, solved)) / ridge
	}
	return out, nil
}

// draw are so many places without repetition, each next one in proportion to its score.
func draw(scores []float64, count int, seed uint64) []int {
	rng := rand.New(rand.NewPCG(seed, 0x6e797374))
	keys, order := make([]float64, len(scores)), make([]int, len(scores))
	for i, s := range scores {
		keys[i], order[i] = rng.ExpFloat64()/math.Max(s, math.SmallestNonzeroFloat64), i
	}
	slices.SortFunc(order, func(i, j int) int {
		if keys[i] < keys[j] {
			return -1
		}
		return 1
	})
	return slices.Sorted(slices.Values(order[:count]))
}

// Cost bounds what features Φ in place of a Gram matrix K add to the minimum of
//
//	P(f, b) = Σ_i c_i ℓ_i(f(x_i) + b) + (μ/2)‖f‖²:      P*(ΦΦᵀ) − P*(K) ≤ (μ/2) αᵀ(K − ΦΦᵀ)α + gap
//
// for the coefficients α of a machine that was learnt from ΦΦᵀ (kernel.NewColumns of a linear kernel on Φ) to that gap:
// −μα are slopes of the losses and a dual point for both matrices, of which the dual objectives differ by that alone.
// With Nyström's features P*(ΦΦᵀ) is never below P*(K). The only error is the context's.
func Cost(ctx context.Context, g toolkit.Gram, features *linalg.Dense, alpha []float64, mu float64) (float64, error) {
	f, w := make([]float64, g.Len()), make([]float64, features.C)
	var which []int
	var some []float64
	for i, a := range alpha {
		if a != 0 {
			which, some = append(which, i), append(some, a)
			features.AddRow(w, a, i)
		}
	}
	if len(which) == 0 {
		return 0, nil
	}
	err := g.Product(ctx, f, which, some)
	return mu / 2 * (linalg.Dot(alpha, f) - linalg.Dot(w, w)), err
}
