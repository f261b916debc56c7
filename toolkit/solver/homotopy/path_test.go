package homotopy

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// drawn is a path of n examples of d columns, of whole numbers, so that there are ties, or normal ones.
func drawn(rng *rand.Rand, n, d int, whole, copies bool) *Path {
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for j := range d {
			x.Row(i)[j] = rng.NormFloat64()
			if whole {
				x.Row(i)[j] = float64(rng.IntN(3) - 1)
			}
			if copies && j >= d/2 {
				x.Row(i)[j] = x.Row(i)[j-d/2]
				if j == d-1 {
					x.Row(i)[j] = -x.Row(i)[0]
				}
			}
		}
		y[i] = x.At(i, 0) - x.At(i, d-1) + rng.NormFloat64()
		if whole {
			y[i] = float64(rng.IntN(5) - 2)
		}
	}
	b := make([]float64, d)
	x.MulTransVec(b, y)
	return &Path{Gram: linalg.NewDense(d, d, linalg.GramOfColumns(x, nil)), B: b, YY: floats.Dot(y, y)}
}

// byDescent is the least P_λ by cyclic coordinate descent, as far as rounding allows.
func byDescent(p *Path, lambda float64) float64 {
	d := len(p.B)
	w, c := make([]float64, d), append([]float64(nil), p.B...)
	for range 20000 {
		var most float64
		for j := range d {
			curve := p.Gram.At(j, j) + p.Mu
			if curve == 0 {
				continue
			}
			v := (c[j] + w[j]*curve) / curve
			to := math.Copysign(max(0, math.Abs(v)-lambda/curve), v)
			if p.Nonnegative {
				to = max(0, v-lambda/curve)
			}
			by := to - w[j]
			w[j] = to
			floats.AddScaled(c, -by, p.Gram.Row(j))
			c[j] -= p.Mu * by
			most = max(most, math.Abs(by))
		}
		if most < 1e-13 {
			break
		}
	}
	value := p.YY / 2
	for j, v := range w {
		value += -v*(p.B[j]+c[j])/2 + lambda*math.Abs(v)
	}
	return value
}

// TestPathAgainstDescent: at its breakpoints and between them the path has the minimum, and no gap is less than what is
// missing; also with columns that are copies of others, ties and fewer examples than columns.
func TestPathAgainstDescent(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for k := range 60 {
		p := drawn(rng, 4+rng.IntN(12), 4+rng.IntN(8), k%2 == 0, k%3 == 0)
		p.Nonnegative = k%5 == 0
		if k%4 == 0 {
			p.Mu = 0.5
		}
		steps := 0
		for s, err := range p.Iterations(t.Context(), 0) {
			if errors.Is(err, ErrEnd) {
				break
			}
			if steps++; err != nil || steps > 300 {
				t.Fatalf("problem %d, step %d: %v", k, steps, err)
			}
			least := byDescent(p, s.Lambda)
			scale := 1 + p.YY
			if d := s.Objective - least; d > s.Gap+1e-9*scale || d > 1e-8*scale || s.Lambda > 0 && s.Gap > 1e-7*scale {
				t.Errorf("problem %d, λ = %g: P = %.12g, by descent %.12g, gap %g", k, s.Lambda, s.Objective, least, s.Gap)
			}
			var value float64 // of w itself
			w := s.X(nil)
			for j, v := range w {
				value += v*floats.Dot(w, p.Gram.Row(j))/2 - v*p.B[j] + s.Lambda*math.Abs(v) + p.Mu*v*v/2
			}
			if math.Abs(value+p.YY/2-s.Objective) > 1e-9*scale {
				t.Errorf("problem %d: P(w) = %g, said is %g", k, value+p.YY/2, s.Objective)
			}
		}
		// between breakpoints
		at := 0.37 * floats.Norm(p.B, math.Inf(1))
		s := p.Start()
		for s.Next(at) {
			continue
		}
		if s.Certify(); s.Lambda == at && math.Abs(s.Objective-byDescent(p, at)) > 1e-8*(1+p.YY) {
			t.Errorf("problem %d at λ = %g: P = %g, by descent %g", k, at, s.Objective, byDescent(p, at))
		}
	}
}

func TestPathRefuses(t *testing.T) {
	t.Parallel()
	one := linalg.NewDense(1, 1, []float64{1})
	for want, p := range map[string]*Path{
		"1 × 1, of 2":     {Gram: one, B: []float64{1, 2}, YY: 1},
		"μ = -1":          {Gram: one, B: []float64{1}, YY: 1, Mu: -1},
		"‖y‖² = NaN":      {Gram: one, B: []float64{1}, YY: math.NaN()},
		"correlation NaN": {Gram: one, B: []float64{math.NaN()}, YY: 1},
	} {
		for _, err := range p.Iterations(t.Context(), 0) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the error is %v, not %q", err, want)
			}
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, err := range (&Path{Gram: one, B: []float64{1}, YY: 1}).Iterations(ctx, 0) {
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}
