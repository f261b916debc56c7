package gradient_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// searched are problems with a bound of the curvature and, with the exponential loss, without one, where a step that
// nobody searches for diverges.
func searched() map[string]func() *solver.Problem {
	const n, d = 40, 12
	rng := rand.New(rand.NewPCG(60, 61))
	x, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 2)), testproblems.Normal(rng, n, 2)
	labels := testproblems.Signs(y)
	exponential, pairs := loss.Exponential{Y: labels}, testproblems.Pairs(d)
	overlap := prox.Overlap{Lambda: 0.03, Groups: testproblems.Chained(d)}
	out := map[string]func() *solver.Problem{}
	for name, c := range map[string]struct {
		loss toolkit.Loss
		g    toolkit.Proxable
	}{
		"squared, lasso":           {loss.Squared{Y: y}, prox.L1{Lambda: 0.1}},
		"logistic, groups":         {loss.Logistic{Y: labels}, prox.L21{Lambda: 0.02, Groups: pairs}},
		"exponential, lasso":       {exponential, prox.L1{Lambda: 0.05}},
		"exponential, groups":      {exponential, prox.L21{Lambda: 0.05, Groups: pairs}},
		"exponential, overlap":     {exponential, overlap},
		"exponential, elastic net": {exponential, prox.Ridge{Mu: 0.05, Inner: prox.L1{Lambda: 0.05}}},
		"exponential, all":         {exponential, prox.Ridge{Mu: 0.1, Inner: overlap}},
	} {
		out[name] = func() *solver.Problem { return solver.NewProblem(x, c.loss, c.g) }
	}
	return out
}

// path runs iterations from 0.
func path(
	t *testing.T, p *solver.Problem, rule gradient.StepRule, iterations int,
) (points [][]float64, trace []solver.Progress) {
	t.Helper()
	seq := gradient.IterativeProjection{Step: rule}.Iterations(t.Context(), p)
	for st, err := range seq {
		if err != nil {
			t.Fatalf("%+v: %v", rule, err)
		}
		points, trace = append(points, st.X(nil)), append(trace, *st.Report())
		if st.Iter == iterations {
			break
		}
	}
	return points, trace
}

// TestRulesByValueAndByPointer: a rule means the same however it is handed over, alone and in a Safeguarded, and run
// after run.
func TestRulesByValueAndByPointer(t *testing.T) {
	t.Parallel()
	fixed, back := gradient.FixedStep(300), gradient.Backtracking{}
	bb := gradient.BarzilaiBorwein{Start: 300, Alternate: true}
	around := func(rule gradient.StepRule) gradient.Safeguarded {
		return gradient.Safeguarded{Rule: rule, Min: 1e-3, Max: 1e4, Memory: 3}
	}
	fixedAround, bbAround, backAround := around(&fixed), around(&bb), around(&back)
	twice := around(&backAround)
	for name, create := range searched() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for rule, same := range map[string][]gradient.StepRule{
				"fixed": {fixed, &fixed}, "Barzilai-Borwein": {bb, &bb}, "backtracking": {back, &back},
				"guarded fixed":            {around(fixed), &fixedAround},
				"guarded Barzilai-Borwein": {around(bb), &bbAround},
				"guarded backtracking":     {around(back), around(&back), backAround, &backAround},
				"guarded twice":            {around(around(back)), around(&backAround), &twice},
			} {
				if strings.HasPrefix(name, "exponential") && (rule == "fixed" || rule == "Barzilai-Borwein") {
					continue // they search for nothing
				}
				want, wanted := path(t, create(), same[0], 150)
				for _, other := range append(same[1:], same[0]) {
					got, trace := path(t, create(), other, 150)
					for k := range want {
						if !floats.Equal(got[k], want[k]) || trace[k].Evals != wanted[k].Evals || trace[k].Step != wanted[k].Step {
							t.Fatalf("%s: iterate %d of %+v differs from that of %+v", rule, k+1, other, same[0])
						}
					}
				}
			}
		})
	}
}

// TestSearchesLowerTheObjective: backtracking and a memory of one never raise it, whatever is inside, and come to the
// minimum.
func TestSearchesLowerTheObjective(t *testing.T) {
	t.Parallel()
	for name, create := range searched() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := create()
			long, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p),
				solver.Any(solver.RelGap(1e-12), solver.MaxIter(20000)))
			if err != nil {
				t.Fatal(err)
			}
			beyond := &gradient.Safeguarded{Rule: gradient.Backtracking{}, Max: 1e-3, Memory: 1} // beyond Max it goes on
			for rule, c := range map[string]gradient.StepRule{
				"backtracking":         &gradient.Backtracking{},
				"guarded backtracking": gradient.Safeguarded{Rule: &gradient.Backtracking{}, Memory: 1},
				"bounded backtracking": beyond,
				"guarded fixed":        gradient.Safeguarded{Rule: gradient.FixedStep(0.5), Memory: 1},
				"guarded adaptive":     gradient.Safeguarded{Rule: &gradient.BarzilaiBorwein{Start: 0.5}, Memory: 1},
				"one's own":            secant{},
				"one's own, guarded":   &gradient.Safeguarded{Rule: &secant{}, Memory: 1},
			} {
				x, trace := path(t, create(), c, 2000)
				last := p.Objective(make([]float64, p.Dim()))
				for _, q := range trace {
					if q.Objective > last*(1+solver.Slack) {
						t.Errorf("%s: iteration %d raises the objective from %.17g to %.17g", rule, q.Iter, last, q.Objective)
					}
					last = q.Objective
				}
				if end := p.Objective(x[len(x)-1]); !testproblems.Near(end, long.Objective, 1e-9) {
					t.Errorf("%s ends at %.12g, the minimum is %.12g", rule, end, long.Objective)
				}
			}
		})
	}
}

// secant is a rule as a user may write it: it goes on with the curvature that it met in a trial, if that is more than
// it thought, and asks half of the last one first.
type secant struct{}

func (secant) Begin() gradient.Search { return &secantSearch{last: 1} }

type secantSearch struct{ last float64 }

func (s *secantSearch) Sigma(gradient.Iterate) float64 { return s.last / 2 }

func (s *secantSearch) Try(t gradient.Trial) (sigma float64, accepted bool) {
	met := (floats.Dot(t.Next.Grad, t.Step) - t.Slope()) / t.Squared()
	if s.last = t.Sigma; t.Squared() == 0 || t.Next.F <= t.F+t.Slope()+t.Sigma/2*t.Squared() || met <= t.Sigma {
		return 0, true
	}
	return math.Min(met, 10*t.Sigma), false
}

// TestTrial: a search sees what the documentation says, at x0, after a rejection and later.
func TestTrial(t *testing.T) {
	t.Parallel()
	p, _ := testproblems.TinyLasso()
	rule := &watching{t: t, p: p.At(1)}
	_, trace := path(t, p, rule, 20)
	if rule.trials != 20+20 || trace[19].Evals != 1+rule.trials+2 { // x0, and the gap twice
		t.Errorf("%d trials and %d evaluations in 20 iterations that reject one each", rule.trials, trace[19].Evals)
	}
}

// watching rejects the first trial of each iteration.
type watching struct {
	t      *testing.T
	p      *solver.Problem
	last   gradient.Point
	trials int
}

func (w *watching) Begin() gradient.Search { return w }

func (w *watching) point(name string, at gradient.Point) {
	grad := make([]float64, len(at.X))
	value := w.p.ValueGrad(grad, at.X)
	if at.F != value || !floats.Equal(at.Grad, grad) || !testproblems.Near(at.Objective, w.p.Objective(at.X), 1e-14) {
		w.t.Errorf("%s = %v comes with f = %g, P = %g, ∇f = %v", name, at.X, at.F, at.Objective, at.Grad)
	}
}

func (w *watching) Sigma(at gradient.Iterate) float64 {
	w.point("x", at.Point)
	if (at.S == nil) != (at.Iter == 0) || (at.R == nil) != (at.Iter == 0) {
		w.t.Errorf("iteration %d comes with s = %v, r = %v", at.Iter, at.S, at.R)
	}
	for j := range at.S {
		if at.S[j] != at.X[j]-w.last.X[j] || at.R[j] != at.Grad[j]-w.last.Grad[j] {
			w.t.Errorf("iteration %d comes with s = %v, r = %v", at.Iter, at.S, at.R)
		}
	}
	w.last = gradient.Point{X: append([]float64(nil), at.X...), Grad: append([]float64(nil), at.Grad...)}
	return 4
}

func (w *watching) Try(t gradient.Trial) (sigma float64, accepted bool) {
	w.trials++
	w.point("x", t.Point)
	w.point("x⁺", t.Next)
	want := make([]float64, len(t.X))
	floats.AddScaledTo(want, t.X, -1/t.Sigma, t.Grad)
	w.p.Penalty.Prox(want, want, 1/t.Sigma)
	floats.Sub(want, t.X)
	if !floats.EqualApprox(t.Step, want, 1e-14) {
		w.t.Errorf("σ = %g leads to x⁺ − x = %v, not %v", t.Sigma, t.Step, want)
	}
	if t.Slope() != floats.Dot(t.Grad, t.Step) || t.Squared() != floats.Dot(t.Step, t.Step) {
		w.t.Errorf("⟨∇f(x), x⁺ − x⟩ = %g, ‖x⁺ − x‖² = %g for x⁺ − x = %v", t.Slope(), t.Squared(), t.Step)
	}
	return 5, t.Sigma == 5
}

// TestEndlessSearch: a search that never accepts ends with the context, or where its σ is not a number to divide by.
func TestEndlessSearch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		next float64
		say  string
	}{
		"the same": {4, "context canceled"}, "none": {0, "σ = 0"}, "negative": {-1, "σ = -1"},
		"infinite": {math.Inf(1), "σ = +Inf"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		p, _ := testproblems.TinyLasso()
		projection := gradient.IterativeProjection{Step: &never{next: c.next, cancel: cancel}}
		for st, err := range projection.Iterations(ctx, p) {
			if err == nil || !strings.Contains(err.Error(), c.say) || st.Iter != 0 || floats.Norm(st.X(nil), 2) != 0 {
				t.Errorf("%s: iteration %d at %v, error %v", name, st.Iter, st.X(nil), err)
			}
		}
		cancel()
	}
}

// never rejects every trial, and cancels after 100 trials.
type never struct {
	next   float64
	trials int
	cancel func()
}

func (n *never) Begin() gradient.Search         { return n }
func (n *never) Sigma(gradient.Iterate) float64 { return 4 }

func (n *never) Try(gradient.Trial) (sigma float64, accepted bool) {
	if n.trials++; n.trials == 100 {
		n.cancel()
	}
	return n.next, false
}
