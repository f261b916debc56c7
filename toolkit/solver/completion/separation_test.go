package completion

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
)

// TestSeparation: outliers of a matrix of rank one are found, and the minimum is that of the infimal convolution of
// both norms.
func TestSeparation(t *testing.T) {
	t.Parallel()
	const n, m = 12, 9
	rng := rand.New(rand.NewPCG(8, 8))
	c := Separation{M: linalg.NewDense(n, m, nil), Lambda: 1, Kappa: 0.35}
	u, v := make([]float64, n), make([]float64, m)
	for i := range u {
		u[i] = rng.NormFloat64()
	}
	for j := range v {
		v[j] = 2 * rng.NormFloat64()
	}
	for i := range n {
		for j := range m {
			c.M.Row(i)[j] = u[i]*v[j] + 0.05*rng.NormFloat64()
			if (i*m+j)%23 == 4 {
				c.M.Row(i)[j] += 8
			}
		}
	}
	g := calculus.InfimalConvolution{prox.TraceNorm{Lambda: c.Lambda, Rows: n, Cols: m}, prox.L1{Lambda: c.Kappa}}
	x := make([]float64, n*m)
	want := g.Prox(x, c.M.Data, 1)
	for k, v := range x {
		want += (v - c.M.Data[k]) * (v - c.M.Data[k]) / 2
	}
	for s, err := range c.Iterations(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Objective-want > s.Gap+1e-7*want {
			t.Errorf("step %d: gap %g, P − P* = %g", s.Iter, s.Gap, s.Objective-want)
		}
		if s.Iter == 2000 {
			t.Fatalf("the gap is %g of %g", s.Gap, s.Objective)
		}
		if !(s.Gap < 1e-8*s.Objective) {
			continue
		}
		pairs, _ := linalg.ThinPairs(s.L, n, m)
		value := 0.
		for _, sigma := range pairs.Values {
			value += c.Lambda * sigma
		}
		for k, l := range s.L {
			left := c.M.Data[k] - l - s.S[k]
			value += left*left/2 + c.Kappa*math.Abs(s.S[k])
			if outlier := k%23 == 4; outlier != (math.Abs(s.S[k]) > 4) {
				t.Errorf("entry %d of S is %g", k, s.S[k])
			}
		}
		if math.Abs(value-s.Objective) > 1e-9*value || math.Abs(value-want) > 1e-6*want {
			t.Errorf("P = %.10g, said is %.10g, by the convolution %.10g", value, s.Objective, want)
		}
		break
	}
}

func TestSeparationRefuses(t *testing.T) {
	t.Parallel()
	one := linalg.NewDense(1, 1, []float64{1})
	for want, c := range map[string]Separation{
		"0 × 0":         {M: linalg.NewDense(0, 0, nil), Lambda: 1, Kappa: 1},
		"κ = 0":         {M: one, Lambda: 1},
		"λ = NaN":       {M: one, Lambda: math.NaN(), Kappa: 1},
		"row 1, column": {M: linalg.NewDense(1, 1, []float64{math.NaN()}), Lambda: 1, Kappa: 1},
	} {
		for _, err := range c.Iterations(t.Context()) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the error is %v, not %q", err, want)
			}
			break
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, err := range (Separation{M: one, Lambda: 1, Kappa: 1}).Iterations(ctx) {
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}
