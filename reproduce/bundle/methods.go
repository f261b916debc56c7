package bundle

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// method is a bundle method; start is its first radius R₀, or what its first weight is of ‖a_1‖, 0 for its own.
type method struct {
	id, title string
	iterate   func(ctx context.Context, f bundle.Function, c bundle.Config, start float64) (
		solver.Seq[*bundle.State], error)
}

// The methods: the standard one, the paper's in three readings of R, and the one that the paper cites and did not run.
var (
	standard = method{"standard", "standard bundle", func(
		ctx context.Context, f bundle.Function, c bundle.Config, _ float64,
	) (solver.Seq[*bundle.State], error) {
		return bundle.Bundle{Config: c}.Iterations(ctx, f), nil
	}}
	literal = method{"literal", "Algorithm 4, R = 1/√λ", func(
		ctx context.Context, f bundle.Function, c bundle.Config, start float64,
	) (solver.Seq[*bundle.State], error) {
		return bundle.Proximal{Config: c, Radius: start}.Iterations(ctx, f), nil
	}}
	guessed = method{"guessed", "Algorithm 4, R guessed", func(
		ctx context.Context, f bundle.Function, c bundle.Config, start float64,
	) (solver.Seq[*bundle.State], error) {
		return bundle.Proximal{Config: c, Radius: start, Optimistic: true}.Iterations(ctx, f), nil
	}}
	restarting = method{"restarting", "Algorithm 4, R guessed, restarts", func(
		ctx context.Context, f bundle.Function, c bundle.Config, start float64,
	) (solver.Seq[*bundle.State], error) {
		return bundle.Proximal{Config: c, Radius: start, Optimistic: true, Restart: true}.Iterations(ctx, f), nil
	}}
	stabilized = method{"stabilized", "stabilized (Kiwiel)", func(
		ctx context.Context, f bundle.Function, c bundle.Config, start float64,
	) (solver.Seq[*bundle.State], error) {
		weight := 0.0
		if start > 0 {
			a := make([]float64, f.Dim())
			if _, err := f.Subgradient(ctx, a, make([]float64, f.Dim())); err != nil {
				return nil, err
			}
			weight = start * floats.Norm(a, 2)
		}
		return bundle.Stabilized{Config: c, Weight: weight}.Iterations(ctx, f), nil
	}}
	methods = []method{standard, literal, guessed, restarting, stabilized}
)

// methodOf returns a method by its id.
func methodOf(id string) method {
	for _, m := range methods {
		if m.id == id {
			return m
		}
	}
	panic("bundle: no such method")
}

// Course is what a run of a method shows.
type Course struct {
	Loss0 float64 // f(w_1) = ℓ(0)
	// Best is the least objective of the calls so far and Lower the largest lower bound of the minimum, call by call.
	Best, Lower []float64
	// Norms and Slopes are ‖w_t‖ and ‖a_t‖.
	Norms, Slopes []float64
	// Within are the calls after which the gap was certified to be at most 1e-1, 1e-2 and 1e-3 of the objective; 0 where
	// it never was.
	Within [3]int
	// Calls is how many there were in all, at most the budget.
	Calls int
	Least float64 // the least objective of all
	Floor float64 // the largest lower bound of all
	// Radius is R after the calls that Best shows, and Phases how often it was guessed; 0 of methods without one.
	Radius float64
	Phases int
}

// shares are the relative gaps that calls are counted to.
var shares = [3]float64{1e-1, 1e-2, 1e-3}

// extent says how many calls of a run are shown, and how many more are made to certify the least of the shares.
type extent struct{ Calls, Budget int }

// of tells whether a course is of this extent.
func (c Course) of(e extent) error {
	for _, v := range [][]float64{c.Best, c.Lower, c.Norms, c.Slopes} {
		if len(v) != e.Calls {
			return fmt.Errorf("%d of %d calls", len(v), e.Calls)
		}
	}
	return nil
}

// first is the call after which the objective is below that of w_1 for the first time; 0 where it never is.
func (c Course) first() int {
	for k, v := range c.Best {
		if v < c.Loss0*(1-1e-12) {
			return k + 1
		}
	}
	return 0
}

// probe is a function that remembers where it was asked, and how steep it was there.
type probe struct {
	bundle.Function
	norms, slopes []float64
}

func (p *probe) Subgradient(ctx context.Context, a, w []float64) (float64, error) {
	value, err := p.Function.Subgradient(ctx, a, w)
	p.norms, p.slopes = append(p.norms, floats.Norm(w, 2)), append(p.slopes, floats.Norm(a, 2))
	return value, err
}

// Terms is the number of terms of the function's sums.
func (p *probe) Terms() int { return terms(p.Function) }

func terms(f bundle.Function) int {
	if t, ok := f.(bundle.Terms); ok {
		return t.Terms()
	}
	return f.Dim()
}

// run runs a method on a function ℓ ≥ 0. It returns the best point of the calls that Best shows, too.
func run(
	ctx context.Context, m method, f bundle.Function, lambda, start float64, e extent,
) (out Course, best []float64, err error) {
	seen := &probe{Function: f}
	seq, err := m.iterate(ctx, seen, bundle.Config{Lambda: lambda, Bounded: true}, start)
	if err != nil {
		return out, nil, err
	}
	seen.norms, seen.slopes = nil, nil // of the call that the first weight took
	for st, err := range seq {
		if err != nil {
			return out, best, err
		}
		lower := st.Objective - st.Gap
		if st.Evals == 1 {
			out.Loss0 = st.Objective
		}
		if st.Evals <= e.Calls {
			out.Best, out.Lower = append(out.Best, st.Objective), append(out.Lower, lower)
			best, out.Radius, out.Phases = st.X(best), st.Radius, st.Phases
		}
		out.Calls, out.Least, out.Floor = st.Evals, st.Objective, lower
		for k, share := range shares {
			if out.Within[k] == 0 && st.Gap <= share*st.Objective {
				out.Within[k] = st.Evals
			}
		}
		if st.Evals >= e.Calls && (out.Within[2] > 0 || st.Evals >= e.Budget) {
			break
		}
	}
	out.Norms, out.Slopes = seen.norms[:e.Calls], seen.slopes[:e.Calls]
	return out, best, nil
}
