package face_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/face"
)

// TestStepLowersTheDual: from multipliers inside their bounds steps never raise the dual objective, leave them in the
// box and w their sum, and after some the predictions that are not at a bound are at their kinks, with dense rows as
// with sparse ones, whose preconditioner knows common features.
func TestStepLowersTheDual(t *testing.T) {
	t.Parallel()
	const n, d, mu = 60, 90, 0.01
	rng := rand.New(rand.NewPCG(5, 6))
	for _, sparse := range []bool{false, true} {
		a := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
		for i := range n {
			for j := range d {
				if rng.IntN(j+1) > 2 {
					a.Row(i)[j] = 0
				}
			}
		}
		var rows linalg.Rows = a
		if sparse {
			rows = linalg.ToCSR(a)
		}
		l := loss.Hinge{Y: testproblems.Signs(testproblems.Normal(rng, n, 1))}
		p := face.Dual{A: rows, Loss: l, Envelope: l, Mu: mu, C: make([]float64, n), Diagonal: make([]float64, n),
			V: make([]float64, n), W: make([]float64, d)}
		all := make([]int, n)
		for i := range n {
			all[i], p.C[i], p.Diagonal[i] = i, 1./n, rows.DotRows(i, i)/mu
			p.V[i] = -l.Y[i] * (0.05 + 0.9*rng.Float64())
			rows.AddRow(p.W, -p.C[i]*p.V[i]/mu, i)
		}
		last := math.Inf(1)
		for range 40 {
			p.Step(t.Context(), all, 100*n)
			objective := mu / 2 * floats.Dot(p.W, p.W)
			w := make([]float64, d)
			for i, v := range p.V {
				objective += p.C[i] * l.Conjugate(i, v)
				rows.AddRow(w, -p.C[i]*v/mu, i)
			}
			if !(objective <= last) || !floats.EqualApprox(w, p.W, 1e-9) {
				t.Fatalf("sparse %v: objective %g after %g", sparse, objective, last)
			}
			last = objective
		}
		free := 0
		for i, v := range p.V {
			f, s := rows.DotRow(i, p.W), p.C[i]*p.Diagonal[i]
			if _, second := l.Envelope(i, f+s*v, s); second > 0 && v != 0 && v != -l.Y[i] {
				if free++; math.Abs(l.Y[i]*f-1) > 1e-3 {
					t.Errorf("sparse %v: example %d is free at the margin %g", sparse, i, l.Y[i]*f)
				}
			}
		}
		if free == 0 {
			t.Errorf("sparse %v: none is free", sparse)
		}
	}
}
