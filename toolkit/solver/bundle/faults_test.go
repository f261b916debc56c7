package bundle_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// function is a Function of two variables made of a Go function.
type function func(a, w []float64) float64

func (function) Dim() int { return 2 }

func (f function) Subgradient(_ context.Context, a, w []float64) (float64, error) {
	return f(a, w), nil
}

// lastError is the error with which a sequence ends, nil after 100 calls.
func lastError(seq solver.Seq[*bundle.State]) error {
	for st, err := range seq {
		if err != nil || st.Iter == 100 {
			return err
		}
	}
	return nil
}

func TestWrongFunctions(t *testing.T) {
	t.Parallel()
	distance := func(a, w []float64) float64 { // ‖w − (1, 2)‖
		a[0], a[1] = w[0]-1, w[1]-2
		norm := floats.Norm(a, 2)
		if norm > 0 {
			floats.Scale(1/norm, a)
		}
		return norm
	}
	calls := 0
	for _, c := range []struct {
		what string
		f    function
		want error
	}{
		{"a subgradient of the wrong sign", func(a, w []float64) float64 {
			v := distance(a, w)
			floats.Scale(-1, a)
			return v
		}, bundle.ErrInconsistent},
		{"a subgradient twice too long", func(a, w []float64) float64 {
			v := distance(a, w)
			floats.Scale(2, a)
			return v
		}, bundle.ErrInconsistent},
		{"a function that is not convex", func(a, w []float64) float64 {
			a[0], a[1] = -1-w[0]/50, 0
			return 1000 - w[0] - w[0]*w[0]/100
		}, bundle.ErrInconsistent},
		{"below its bound", func(a, w []float64) float64 { return distance(a, w) - 1.5 }, bundle.ErrInconsistent},
		{"NaN at the third call", func(a, w []float64) float64 {
			if calls++; calls%3 == 0 {
				return math.NaN()
			}
			return distance(a, w)
		}, solver.ErrDiverged},
		{"an infinite subgradient", func(a, w []float64) float64 {
			v := distance(a, w)
			a[1] = math.Inf(1)
			return v
		}, solver.ErrDiverged},
		{"a right one", distance, nil},
		{"0 everywhere", func(a, _ []float64) float64 { clear(a); return 0 }, nil},
	} {
		for _, m := range methods(t.Context()) {
			if err := lastError(m.run(bundle.Config{Lambda: 0.01, Bounded: true}, c.f)); !errors.Is(err, c.want) {
				t.Errorf("%s, %s: error %v, not %v", c.what, m.name, err, c.want)
			}
		}
	}
}

// witness spoils the subgradients of planes, and notes all calls.
type witness struct {
	visits
	spoil func(a, w []float64)
}

func (f *witness) Subgradient(ctx context.Context, a, w []float64) (float64, error) {
	value, _ := f.planes.Subgradient(ctx, a, w)
	f.spoil(a, w)
	f.at, f.slopes, f.values = append(f.at, slices.Clone(w)), append(f.slopes, slices.Clone(a)), append(f.values, value)
	return value, nil
}

// exceeds is by how much a cut of the calls exceeds a value of them at most, of those that belong to the last call.
func (f *witness) exceeds() (excess float64) {
	last := len(f.at) - 1
	plane := func(i, j int) float64 {
		return f.values[i] + floats.Dot(f.slopes[i], f.at[j]) - floats.Dot(f.slopes[i], f.at[i]) - f.values[j]
	}
	for i := range last {
		excess = max(excess, plane(i, last), plane(last, i))
	}
	return excess
}

// TestInconsistentWherever: subgradients that are wrong in several ways, now and then, end a run at the first call of
// which a cut is above a value, or a value below a cut, among all the calls so far; and no earlier.
func TestInconsistentWherever(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(51, 52))
	spoils := map[string]func(a, w []float64){
		"too long":       func(a, _ []float64) { floats.Scale(1.3, a) },
		"too short":      func(a, _ []float64) { floats.Scale(0.6, a) },
		"the other sign": func(a, _ []float64) { floats.Scale(-1, a) },
		"0":              func(a, _ []float64) { clear(a) },
		"one entry":      func(a, _ []float64) { a[0] += 0.01 },
		"another plane":  func(a, _ []float64) { a[0], a[1] = a[1], a[0] },
		"a little":       func(a, w []float64) { floats.AddScaled(a, 1e-4, w) },
		"none":           func(_, _ []float64) {},
	}
	found := map[string]int{}
	for range 15 {
		p := randomPlanes(rng, 8, 3)
		from := 1 + rng.IntN(6)
		for what, spoil := range spoils {
			for _, m := range methods(t.Context()) {
				f := &witness{visits: visits{planes: p}}
				f.spoil = func(a, w []float64) {
					if len(f.at) >= from {
						spoil(a, w)
					}
				}
				for st, err := range m.run(bundle.Config{Lambda: 0.05}, f) {
					excess := f.exceeds()
					wrong := errors.Is(err, bundle.ErrInconsistent)
					if wrong && excess < 1e-10 || !wrong && excess > 1e-6 { // rounding is in between
						t.Fatalf("%s, %s, call %d: a cut is %g above a value, and the error is %v", what, m.name, st.Evals, excess, err)
					}
					if err != nil {
						found[what]++
					}
					if err != nil || st.Evals > 25 {
						break
					}
				}
			}
		}
	}
	for what := range spoils {
		if (found[what] == 0) != (what == "none") {
			t.Errorf("%s: %d of 90 runs end", what, found[what])
		}
	}
}

func TestWrongSettings(t *testing.T) {
	t.Parallel()
	f := randomPlanes(rand.New(rand.NewPCG(1, 1)), 3, 2)
	kernel := &bundle.Expansion{Oracle: wordOracle(t)}
	for _, c := range []struct {
		seq  solver.Seq[*bundle.State]
		want string
	}{
		{bundle.Bundle{}.Iterations(t.Context(), f), "needs λ > 0"},
		{bundle.Bundle{Config: bundle.Config{Lambda: -1}}.Iterations(t.Context(), f), "λ = -1"},
		{bundle.Stabilized{Config: bundle.Config{Lambda: math.NaN()}}.Iterations(t.Context(), f), "λ = NaN"},
		{bundle.Stabilized{Config: bundle.Config{MaxCuts: 3}}.Iterations(t.Context(), f), "at least 8"},
		{bundle.Stabilized{Config: bundle.Config{Bounded: true, Least: math.Inf(-1)}}.Iterations(t.Context(), f), "finite"},
		{bundle.Stabilized{}.Iterations(t.Context(), planes{a: [][]float64{{}}}), "no variables"},
		{bundle.Proximal{}.Iterations(t.Context(), f), "radius must be given"},
		{bundle.Proximal{Radius: -1}.Iterations(t.Context(), f), "radius -1"},
		{bundle.Proximal{Radius: 1, Restart: true}.Iterations(t.Context(), f), "Optimistic"},
		{bundle.Stabilized{Config: bundle.Config{Start: []float64{1}}}.Iterations(t.Context(), f), "1 numbers for 2"},
		{
			bundle.Stabilized{Config: bundle.Config{Nonnegative: true, Start: []float64{1, -1}}}.Iterations(t.Context(), f),
			"the start is not",
		},
		{
			bundle.Stabilized{Config: bundle.Config{Nonnegative: true}}.Iterations(t.Context(), kernel),
			"plain inner product",
		},
	} {
		if err := lastError(c.seq); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v does not say %q", err, c.want)
		}
	}
}

// TestWithoutRidge: where λ = 0 nothing is certified, and the stabilized method still finds the minimum.
func TestWithoutRidge(t *testing.T) {
	t.Parallel()
	f := planes{a: [][]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, b: []float64{-3, 3, -1, 1}} // max of |x − 3| and |y − 1|
	stop := solver.Any(solver.SmallResidual(1e-12), solver.MaxIter(200))
	res, err := solver.Run(bundle.Stabilized{}.Iterations(t.Context(), f), stop)
	if err != nil || res.Status != solver.Converged || math.Abs(res.Objective) > 1e-12 || !math.IsNaN(res.Gap) {
		t.Errorf("%s after %d calls: %g, gap %g, %v", res.Status, res.Evals, res.Objective, res.Gap, err)
	}
	res, err = solver.Run(bundle.Proximal{Radius: 5}.Iterations(t.Context(), f), solver.MaxIter(400))
	if err != nil || res.Objective > 0.2 || !math.IsNaN(res.Gap) {
		t.Errorf("proximal: %g, gap %g, %v", res.Objective, res.Gap, err)
	}
}

// TestFewCuts keeps a few cuts of the many that a bowl has, whose planes are all different: memory is bounded, the gaps
// hold, and the stabilized method still converges.
func TestFewCuts(t *testing.T) {
	t.Parallel()
	f := bowl{{1, 2}, {-2, 1}, {2, 0.5}, {-1, 0.2}}
	const lambda = 0.01
	least := 0. // in each coordinate at s²c/(λ + s²)
	for _, v := range f {
		least += lambda / 2 * v[0] * v[0] * v[1] * v[1] / (lambda + v[1]*v[1])
	}
	for _, m := range methods(t.Context()) {
		calls, tol := 2000, 1e-9
		if slow(m.name) {
			calls, tol = 300, 1e-2
		}
		for _, most := range []int{8, 40} {
			for st, err := range m.run(bundle.Config{Lambda: lambda, MaxCuts: most}, f) {
				if err != nil {
					t.Fatalf("%s: %v", m.name, err)
				}
				e := st.Objective - least
				if e > st.Gap || st.Cuts > most || st.Evals > most && st.Cuts < most/2 {
					t.Fatalf("%s, call %d: error %g, gap %g, %d cuts of %d", m.name, st.Evals, e, st.Gap, st.Cuts, most)
				}
				if st.Evals < calls {
					continue
				}
				if e > tol {
					t.Errorf("%s, %d cuts: error %g after %d calls", m.name, most, e, st.Evals)
				}
				break
			}
		}
	}
}

// bowl is ½ Σ_j s_j²(w_j − c_j)², for pairs of c and s.
type bowl [][2]float64

func (f bowl) Dim() int { return len(f) }

func (f bowl) Subgradient(_ context.Context, a, w []float64) (value float64, err error) {
	for j, v := range f {
		away := v[1] * (w[j] - v[0])
		value, a[j] = value+away*away/2, v[1]*away
	}
	return value, nil
}

// TestStart: the first call is at the start, and the minimum is that from 0.
func TestStart(t *testing.T) {
	t.Parallel()
	f := &visits{planes: randomPlanes(rand.New(rand.NewPCG(3, 1)), 6, 3)}
	least, _ := f.minimum(0.1, false)
	start := []float64{3, -1, 2}
	for _, m := range methods(t.Context()) {
		f.at = nil
		res, err := solver.Run(m.run(bundle.Config{Lambda: 0.1, Start: start}, f), solver.MaxIter(50))
		if err != nil || !slices.Equal(f.at[0], start) || res.Objective-least > res.Gap {
			t.Errorf("%s: from %v to %g, not %g; gap %g, %v", m.name, f.at[0], res.Objective, least, res.Gap, err)
		}
		if !slow(m.name) && res.Objective-least > 1e-9 {
			t.Errorf("%s: error %g", m.name, res.Objective-least)
		}
	}
}

func TestCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, m := range methods(ctx) {
		res, err := solver.Run(m.run(bundle.Config{Lambda: 1}, wordOracle(t)), solver.MaxIter(5))
		if !errors.Is(err, context.Canceled) || res.Status != solver.Canceled {
			t.Errorf("%s: %s, %v", m.name, res.Status, err)
		}
	}
}
