package proxsvm

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// plainly is the course of a method from the paper's formulas: dense vectors, and every sum as it stands there.
func plainly(
	method string, in *array.Examples, lambda float64, seed uint64, n int,
) (objectives []float64, guess float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	g, rows := 0., make([][]float64, in.X.R)
	for i := range rows {
		rows[i] = make([]float64, in.X.C)
		in.X.AddRow(rows[i], 1, i)
		g = max(g, floats.Norm(rows[i], 2)+math.Sqrt(lambda))
	}
	w, guess := make([]float64, in.X.C), min(1, 1/math.Sqrt(lambda))
	lambdas, taus := 0., 0.
	for range n {
		for range rows {
			i := rng.IntN(len(rows))
			gradient := make([]float64, len(w))
			floats.AddScaled(gradient, lambda, w)
			if in.Y[i]*floats.Dot(rows[i], w) < 1 {
				floats.AddScaled(gradient, -in.Y[i], rows[i])
			}
			lambdas += lambda
			tau := 0.
			switch a := lambdas + taus; method {
			case adaptive: // 3τR² = 2G²/(λ_{1:t} + τ_{1:t}), R = 1/√λ
				tau = (-a + math.Sqrt(a*a+8./3*g*g*lambda)) / 2
				floats.AddScaled(gradient, tau, w)
			case proximal, anew, through:
				tau = (-a + math.Sqrt(a*a+g*g/(guess*guess))) / 2
			}
			taus += tau
			floats.AddScaled(w, -1/(lambdas+taus), gradient)
			if norm := floats.Norm(w, 2); norm > 1/math.Sqrt(lambda) {
				floats.Scale(1/math.Sqrt(lambda)/norm, w)
			}
			if method == pegasos || method == adaptive || floats.Norm(w, 2) < guess {
				continue
			}
			guess *= math.Sqrt2
			if method != through {
				lambdas, taus = 0, 0
			}
			if method == anew {
				w = make([]float64, len(w))
			}
		}
		sum := 0.
		for i, x := range rows {
			sum += max(0, 1-in.Y[i]*floats.Dot(x, w)) / float64(len(rows))
		}
		objectives = append(objectives, sum+lambda/2*floats.Dot(w, w))
	}
	return objectives, guess
}

// TestMethodsAreThePapers compares what every method reaches, and R, with the paper's formulas: R grows in all
// readings, and they end apart.
func TestMethodsAreThePapers(t *testing.T) {
	t.Parallel()
	shape := generate.DefaultLowCurvature
	shape.Train, shape.Test, shape.Features = 150, 10, 12
	d, err := generate.LowCurvature(t.Context(), shape)
	if err != nil {
		t.Fatal(err)
	}
	const lambda, n = 1e-4, 6
	ends := map[float64]string{}
	for _, m := range played {
		got, err := train(t.Context(), d.Train, d.Test, m, online.Game{Lambda: lambda, Seed: 4}, n)
		if err != nil {
			t.Fatal(err)
		}
		want, guess := plainly(m, d.Train, lambda, 4, n)
		if !floats.EqualApprox(got.Objective, want, 1e-8*floats.Max(want)) {
			t.Errorf("%s: objectives %v, plainly %v", m, got.Objective, want)
		}
		if m != pegasos && m != adaptive && (math.Abs(got.Guess-guess) > 1e-9 || guess == 1) {
			t.Errorf("%s: R = %g, plainly %g", m, got.Guess, guess)
		}
		if other := ends[last(want)]; other != "" {
			t.Errorf("%s ends where %s does: the test tells nothing", m, other)
		}
		ends[last(want)] = m
	}
}
