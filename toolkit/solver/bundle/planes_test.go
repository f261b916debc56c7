package bundle_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// planes is max_i ⟨a_i, w⟩ + b_i, of which the first largest plane is the subgradient.
type planes struct {
	a [][]float64
	b []float64
}

func (p planes) Dim() int { return len(p.a[0]) }

func (p planes) Subgradient(_ context.Context, a, w []float64) (float64, error) {
	best, value := 0, math.Inf(-1)
	for i := range p.a {
		if v := floats.Dot(p.a[i], w) + p.b[i]; v > value {
			best, value = i, v
		}
	}
	copy(a, p.a[best])
	return value, nil
}

// randomPlanes has m planes of d variables with small whole numbers, so that many are the same or meet in one point.
func randomPlanes(rng *rand.Rand, m, d int) planes {
	var p planes
	for range m {
		a := make([]float64, d)
		for j := range a {
			a[j] = float64(rng.IntN(7) - 3)
		}
		p.a, p.b = append(p.a, a), append(p.b, float64(rng.IntN(5)-2))
	}
	return p
}

// minimum is min (λ/2)‖w‖² + max_i ⟨a_i, w⟩ + b_i over all w, or over w ≥ 0, and where it is: found by trying every set
// of planes and every set of entries at 0 that may be the active one.
func (p planes) minimum(lambda float64, nonnegative bool) (least float64, at []float64) {
	d := p.Dim()
	least = math.Inf(1)
	zeros := 1
	if nonnegative {
		zeros = 1 << d
	}
	for zero := range zeros {
		for set := 1; set < 1<<len(p.a); set++ {
			w, ok := p.stationary(lambda, set, zero)
			if !ok || nonnegative && floats.Min(w) < -1e-12 {
				continue
			}
			value, _ := p.Subgradient(context.Background(), make([]float64, d), w)
			if value += lambda / 2 * floats.Dot(w, w); value < least {
				least, at = value, w
			}
		}
	}
	return least, at
}

// stationary minimizes over the points at which all planes of a set are equal and all entries of another are 0.
func (p planes) stationary(lambda float64, set, zero int) ([]float64, bool) {
	var rows []int
	for i := range p.a {
		if set>>i&1 == 1 {
			rows = append(rows, i)
		}
	}
	d, m := p.Dim(), len(rows)
	// λw + Σ α_i a_i = 0 where w is not 0; ⟨a_i, w⟩ + b_i = h; Σ α_i = 1
	k := mat.NewDense(d+m+1, d+m+1, nil)
	rhs := mat.NewVecDense(d+m+1, nil)
	for j := range d {
		k.Set(j, j, 1)
		if zero>>j&1 == 1 {
			continue
		}
		k.Set(j, j, lambda)
		for l, i := range rows {
			k.Set(j, d+l, p.a[i][j])
		}
	}
	for l, i := range rows {
		for j := range d {
			k.Set(d+l, j, p.a[i][j])
		}
		k.Set(d+l, d+m, -1)
		rhs.SetVec(d+l, -p.b[i])
		k.Set(d+m, d+l, 1)
	}
	rhs.SetVec(d+m, 1)
	var x mat.VecDense
	if err := x.SolveVec(k, rhs); err != nil {
		return nil, false
	}
	return x.RawVector().Data[:d], true
}

type method struct {
	name string
	run  func(bundle.Config, bundle.Function) solver.Seq[*bundle.State]
}

func methods(ctx context.Context) []method {
	return []method{
		{"standard", func(c bundle.Config, f bundle.Function) solver.Seq[*bundle.State] {
			return bundle.Bundle{Config: c}.Iterations(ctx, f)
		}},
		{"line search", func(c bundle.Config, f bundle.Function) solver.Seq[*bundle.State] {
			return bundle.Bundle{Config: c, LineSearch: true}.Iterations(ctx, f)
		}},
		{"proximal", func(c bundle.Config, f bundle.Function) solver.Seq[*bundle.State] {
			return bundle.Proximal{Config: c, Radius: 2}.Iterations(ctx, f)
		}},
		{"optimistic", func(c bundle.Config, f bundle.Function) solver.Seq[*bundle.State] {
			return bundle.Proximal{Config: c, Optimistic: true}.Iterations(ctx, f)
		}},
		{"restarted", func(c bundle.Config, f bundle.Function) solver.Seq[*bundle.State] {
			return bundle.Proximal{Config: c, Optimistic: true, Restart: true}.Iterations(ctx, f)
		}},
		{"stabilized", func(c bundle.Config, f bundle.Function) solver.Seq[*bundle.State] {
			return bundle.Stabilized{Config: c}.Iterations(ctx, f)
		}},
	}
}

// slow tells whether a method is that of Do, Le and Foo, which comes near as (1 + ln T)/T does.
func slow(method string) bool {
	return method == "proximal" || method == "optimistic" || method == "restarted"
}

// TestMinimaOfPlanes compares all methods with the exact minimum, and their gaps with the true errors at every call.
func TestMinimaOfPlanes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 60 {
		p := randomPlanes(rng, 2+rng.IntN(5), 1+rng.IntN(4))
		c := bundle.Config{Lambda: []float64{1, 0.1, 0.01}[trial%3], Nonnegative: trial%4 == 3}
		least, _ := p.minimum(c.Lambda, c.Nonnegative)
		for _, m := range methods(t.Context()) {
			calls, tol := 300, 1e-8
			if slow(m.name) {
				tol = math.Inf(1) // it comes near as 1/T does
			}
			for st, err := range m.run(c, p) {
				if err != nil {
					t.Fatalf("trial %d, %s: %v", trial, m.name, err)
				}
				if e := st.Objective - least; e > st.Gap || e < -1e-12*(1+math.Abs(least)) {
					t.Fatalf("trial %d, %s, call %d: error %g, gap %g", trial, m.name, st.Evals, e, st.Gap)
				}
				if st.Gap < 1e-9*(1+math.Abs(least)) || st.Evals > calls {
					break
				}
			}
			res, err := solver.Run(m.run(c, p), solver.Any(solver.AbsGap(1e-9), solver.MaxIter(calls)))
			if e := res.Objective - least; err != nil || e > tol*(1+math.Abs(least)) {
				t.Errorf("trial %d, %s: error %g after %d calls, gap %g, %v", trial, m.name, e, res.Evals, res.Gap, err)
			}
		}
	}
}
