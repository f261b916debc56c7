package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// shape tells the kit the shape of penalties on matrices.
func shape(g toolkit.Proxable, d int) toolkittest.Option {
	switch g.(type) {
	case prox.TraceNorm, prox.SpectralNorm, prox.MultiTask:
		return toolkittest.Shape(testproblems.MatrixRows(d), d/testproblems.MatrixRows(d))
	}
	return toolkittest.Shape(d, 1)
}

// TestPenalties checks every penalty by the kit, at several strengths and numbers of coordinates.
func TestPenalties(t *testing.T) {
	t.Parallel()
	for name, create := range testproblems.Penalties {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, d := range []int{1, 2, 5, 6} {
				for _, lambda := range []float64{0, 0.05, 1, 20} {
					g := create(lambda, d)
					if err := toolkittest.Prox(g, d, shape(g, d)); err != nil {
						t.Errorf("λ = %g: %v", lambda, err)
					}
				}
			}
		})
	}
}

// TestSpecialPenalties: weights of 0, coordinates in no group, the ends of a mix, and the slower iterations pass as
// well.
func TestSpecialPenalties(t *testing.T) {
	t.Parallel()
	groups, weights := prox.Groups{{0, 1}, {4, 2}, {5}}, []float64{1, 0, 2} // 3 is in none
	chain, nested := prox.Groups{{0, 1, 2}, {1, 2, 4}}, prox.Groups{{1}, {0, 1, 2}, {4, 5}}
	for name, g := range map[string]toolkit.Proxable{
		"L1":                       prox.L1{Lambda: 0.5, Weights: []float64{0, 1, 2, 0.5, 0, 1}},
		"SquaredL1":                prox.SquaredL1{Lambda: 0.5, Weights: []float64{0, 1, 2, 0.5, 0, 1}},
		"Power/1":                  prox.Power{Lambda: 0.5, Q: 1},
		"L21":                      prox.L21{Lambda: 0.5, Groups: groups, Weights: weights},
		"SparseGroup":              prox.SparseGroup{Lambda: 0.5, Mix: 0.4, Groups: groups, Weights: weights},
		"SparseGroup/lasso":        prox.SparseGroup{Lambda: 0.5, Groups: groups},
		"SparseGroup/group":        prox.SparseGroup{Lambda: 0.5, Mix: 1, Groups: groups},
		"Tree":                     prox.Tree{Lambda: 0.5, Groups: nested, Weights: weights},
		"Overlap":                  prox.Overlap{Lambda: 0.5, Groups: chain},
		"Overlap/fixed point":      prox.Overlap{Lambda: 0.5, Groups: testproblems.Chained(6), FixedPoint: true},
		"TotalVariation/Chambolle": prox.TotalVariation{Lambda: 0.5, Rows: 2, Cols: 3, Chambolle: true},
		"Ridge/groups":             prox.Ridge{Mu: 0.3, Inner: prox.L21{Lambda: 0.5, Groups: groups}},
		"L1Ball/point":             prox.L1Ball{},
		"OnNorms/power":            prox.OnNorms{Psi: prox.Power{Lambda: 0.5, Q: 1.3}, Groups: testproblems.Pairs(6)},
		"EachGroup":                prox.EachGroup(0.5, groups, nil)[1],
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := toolkittest.Prox(g, 6, shape(g, 6)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestReferences compares the prox with a route that shares no code with it, on random coordinates, strengths and
// steps.
func TestReferences(t *testing.T) {
	t.Parallel()
	for name, reference := range references {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, 2))
			for range 100 {
				d := 1 + rng.IntN(8)
				gamma, lambda := math.Exp(2*rng.NormFloat64()), math.Exp(2*rng.NormFloat64())
				g := testproblems.Penalties[name](lambda, d)
				v := testproblems.Normal(rng, d, 3)
				z := make([]float64, d)
				g.Prox(z, v, gamma)
				tol := 1e-6
				if _, iterative := g.(toolkit.IterativeProx); iterative {
					tol = 1e-5 // the reference iterates as well
				}
				if want := reference(v, gamma, lambda); !floats.EqualApprox(z, want, tol) {
					t.Fatalf("γ=%g λ=%g: prox of %v is %v, by the reference %v", gamma, lambda, v, z, want)
				}
			}
		})
	}
	for name := range testproblems.Penalties {
		if references[name] == nil {
			t.Errorf("%s has no reference", name)
		}
	}
}

// TestZero: the prox of 0 is 0, whatever the strength.
func TestZero(t *testing.T) {
	t.Parallel()
	for name, create := range testproblems.Penalties {
		for _, lambda := range []float64{0, 1, 1e300} {
			z, zero := make([]float64, 4), make([]float64, 4)
			if v := create(lambda, 4).Prox(z, zero, 1); v != 0 || !floats.Equal(z, zero) {
				t.Errorf("%s, λ=%g: prox of 0 is %v with value %g", name, lambda, z, v)
			}
		}
	}
	v, z := []float64{1, -2, 0}, make([]float64, 3)
	if (prox.L1{}).Prox(z, v, 1); !floats.Equal(z, v) {
		t.Errorf("λ = 0 changes %v to %v", v, z)
	}
}

// TestVeryStrong: where γλ is beyond 1/ε, the prox of a squared norm is 0 to rounding, not v.
func TestVeryStrong(t *testing.T) {
	t.Parallel()
	v := []float64{1, -2, 0.5, 3}
	for _, lambda := range []float64{1e15, 1e17, 1e300} {
		for _, g := range []toolkit.Proxable{
			prox.SquaredL1{Lambda: lambda}, prox.OnNorms{Psi: prox.SquaredL1{Lambda: lambda}, Groups: testproblems.Pairs(4)},
		} {
			z := make([]float64, 4)
			if g.Prox(z, v, 1); floats.Norm(z, math.Inf(1)) > 1e-14 {
				t.Errorf("%T, λ = %g: prox of %v is %v", g, lambda, v, z)
			}
		}
	}
}

// TestTreePolarOfLeastNumbers: the bisection ends where there are no numbers between its ends.
func TestTreePolarOfLeastNumbers(t *testing.T) {
	t.Parallel()
	g := prox.Tree{Lambda: 3, Groups: prox.Groups{{0}, {0, 1}}}
	for _, least := range []float64{5e-324, 1e-323, 1e-310} {
		if polar := g.Polar([]float64{least, least}); !(polar >= 0 && polar <= least) {
			t.Errorf("the polar of %g is %g", least, polar)
		}
	}
}
