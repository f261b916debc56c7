package linalg_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// spd is a random positive definite matrix with eigenvalues in 1 … spread.
func spd(rng *rand.Rand, n int, spread float64) *mat.SymDense {
	var qr mat.QR
	g := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			g.Set(i, j, rng.NormFloat64())
		}
	}
	qr.Factorize(g)
	var q, scaled mat.Dense
	qr.QTo(&q)
	scaled.CloneFrom(&q)
	for j := range n {
		for i := range n {
			scaled.Set(i, j, q.At(i, j)*(1+(spread-1)*float64(j)/float64(n)))
		}
	}
	var out mat.Dense
	out.Mul(&scaled, q.T())
	h := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			h.SetSym(i, j, (out.At(i, j)+out.At(j, i))/2)
		}
	}
	return h
}

func times(h mat.Matrix) func(dst, v []float64) {
	return func(dst, v []float64) { mat.NewVecDense(len(dst), dst).MulVec(h, mat.NewVecDense(len(v), v)) }
}

func TestConjugateGradientsSolveWhatCholeskySolves(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		n := 1 + rng.IntN(30)
		h := spd(rng, n, 50)
		b, x, want := make([]float64, n), make([]float64, n), mat.NewVecDense(n, nil)
		for i := range b {
			b[i] = rng.NormFloat64()
		}
		var chol mat.Cholesky
		if !chol.Factorize(h) || chol.SolveVecTo(want, mat.NewVecDense(n, b)) != nil {
			t.Fatal("no factors")
		}
		c := linalg.ConjugateGradients{Times: times(h), Steps: 5 * n, Stop: linalg.Share(1e-13)}
		c.Precondition = func(dst, r []float64) {
			for i := range dst {
				dst[i] = r[i] / h.At(i, i)
			}
		}
		fallen := c.Solve(x, b)
		if !floats.EqualApprox(x, want.RawVector().Data, 1e-10) {
			t.Errorf("%d unknowns: off by %g", n, floats.Distance(x, want.RawVector().Data, 2))
		}
		if least := floats.Dot(b, want.RawVector().Data) / 2; math.Abs(fallen-least) > 1e-10*least {
			t.Errorf("%d unknowns: the quadratic falls by %g, not %g", n, fallen, least)
		}
	}
}

// The first step cut at α, and what the quadratic has fallen by then.
func TestConjugateGradientsStopAtTheBorder(t *testing.T) {
	t.Parallel()
	h := mat.NewSymDense(2, []float64{2, 0, 0, 5})
	x, b := make([]float64, 2), []float64{1, 1}
	c := linalg.ConjugateGradients{Times: times(h), Longest: func(_, _, _ []float64) float64 { return 0.1 }}
	fallen := c.Solve(x, b)
	if want := 0.2 - 0.01*7./2; !floats.EqualApprox(x, []float64{0.1, 0.1}, 1e-15) || math.Abs(fallen-want) > 1e-15 {
		t.Errorf("x = %v, fallen by %g, not %g", x, fallen, want)
	}
}

func TestConjugateGradientsEndWithoutCurvature(t *testing.T) {
	t.Parallel()
	x := []float64{3, 4}
	for name, h := range map[string]*mat.SymDense{
		"zero": mat.NewSymDense(2, nil), "negative": mat.NewSymDense(2, []float64{-1, 0, 0, -1}),
		"NaN": mat.NewSymDense(2, []float64{math.NaN(), 0, 0, 1}),
	} {
		if fallen := (linalg.ConjugateGradients{Times: times(h)}).Solve(x, []float64{1, 1}); fallen != 0 ||
			floats.Norm(x, 1) != 0 {
			t.Errorf("%s: x = %v, fallen by %g", name, x, fallen)
		}
	}
}

func ExampleConjugateGradients() {
	h := linalg.NewDense(2, 2, []float64{4, 1, 1, 3})
	x := make([]float64, 2)
	linalg.ConjugateGradients{Times: h.MulVec}.Solve(x, []float64{1, 2})
	fmt.Printf("%.4f\n", x)
	// Output: [0.0909 0.6364]
}
