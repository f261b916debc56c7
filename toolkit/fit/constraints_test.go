package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// composedData are examples of six features, with targets that are numbers, and with labels.
func composedData(n int) (numbers, labels fit.Data) {
	random := rand.New(rand.NewPCG(5, 6))
	const d = 6
	x := linalg.NewDense(n, d, nil)
	numbers, labels = fit.Data{X: x, Y: make([]float64, n)}, fit.Data{X: x, Y: make([]float64, n)}
	for i := range n {
		row := x.Row(i)
		for j := range row {
			row[j] = random.NormFloat64() + .5
		}
		numbers.Y[i] = 3*row[0] - row[2] + random.NormFloat64()
		if numbers.Y[i] > 1 {
			labels.Y[i] = 1
		}
	}
	return numbers, labels
}

// least is the least of ⟨g, w⟩ over a set.
func least(set toolkit.Proxable, g []float64) float64 {
	v := append([]float64(nil), g...)
	floats.Scale(-1, v)
	return -set.(toolkit.Conjugate).Conjugate(v)
}

// TestConstraints: every loss with sets and penalties ends certified, inside; where there is no penalty and the set is
// bounded, max ⟨∇P(w), w − s⟩ over the set's s says the same of smooth losses, by a route of its own (Frank and Wolfe).
func TestConstraints(t *testing.T) {
	t.Parallel()
	numbers, labels := composedData(60)
	balls := []toolkit.Proxable{
		sets.Simplex{}, sets.Box{Lower: []float64{-.1}, Upper: []float64{.5}}, sets.L2Ball{Radius: .5},
		sets.L1Ball{Radius: .5},
	}
	cones := []toolkit.Proxable{sets.Box{Lower: []float64{0}}, sets.Monotone{}}
	for k, l := range []toolkit.Loss{
		loss.Squared{}, loss.Huber{Delta: 1}, loss.Logistic{}, loss.SquaredHinge{}, loss.Poisson{}, loss.Quantile{Tau: .3},
		loss.Hinge{}, loss.EpsilonInsensitive{Epsilon: .1},
	} {
		data := numbers
		if labelled, is := l.(loss.Labelled); is && labelled.Binary() || fmt.Sprint(l) == "poisson" {
			data = labels
		}
		for i, set := range append(balls, cones...) {
			for j, penalty := range []toolkit.Proxable{nil, prox.L1{Lambda: 1}, prox.Fused{Lambda: 1, Mix: .5}} {
				c := fit.Linear{
					Loss: l, Intercept: (i+j+k)%2 == 0, Standardize: (i+k)%3 == 0, Constraints: []toolkit.Proxable{set},
					Penalty: penalty, Lambda: .05,
				}
				if i >= len(balls) && penalty == nil { // no minimum else
					c.Mu = .1
				}
				m, err := c.Fit(t.Context(), data)
				name := fmt.Sprintf("%s, %v, %v", l, set, penalty)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if m.Status != solver.Converged || m.GapKind != model.DualityGap || !(m.Violation <= 1e-8) {
					t.Errorf("%s: %s at %g, gap %.2g, violation %.2g, after %d iterations", name, m.Status, m.Objective, m.Gap,
						m.Violation, m.Iterations)
				}
				if penalty == nil && i < len(balls) && !math.IsInf(l.Curvature(), 1) && !c.Intercept && !c.Standardize {
					bound := beyondSet(t, c, data, m, set)
					if bound > 1e-5*math.Abs(m.Objective) {
						t.Errorf("%s: the set has a point that may be better by %.2g", name, bound)
					}
				}
			}
		}
	}
}

// beyondSet is max ⟨∇P(w), w − s⟩ over a set, by differences.
func beyondSet(t *testing.T, c fit.Linear, data fit.Data, m *model.Linear, set toolkit.Proxable) float64 {
	t.Helper()
	of := c.Loss.(loss.Bindable)
	y := append([]float64(nil), data.Y...)
	if labelled, is := c.Loss.(loss.Labelled); is && labelled.Binary() {
		for i := range y {
			y[i] = 2*y[i] - 1
		}
	}
	p := solver.NewProblem(data.X, of.Bind(y, nil), nil)
	g := make([]float64, len(m.Weights))
	p.ValueGrad(g, m.Weights)
	return floats.Dot(g, m.Weights) - least(set, g)
}

// TestSumToZero: with weights that sum up to 0, least squares are those of differences to one feature.
func TestSumToZero(t *testing.T) {
	t.Parallel()
	data, _ := composedData(50)
	x := data.X.(*linalg.Dense)
	zero, err := sets.NewAffine(linalg.NewDense(1, 6, []float64{1, 1, 1, 1, 1, 1}), []float64{0})
	if err != nil {
		t.Fatal(err)
	}
	m, err := fit.Linear{Intercept: true, Constraints: []toolkit.Proxable{zero}, Tol: 1e-10}.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	less := linalg.NewDense(50, 5, nil)
	for i := range 50 {
		for j := range 5 {
			less.Row(i)[j] = x.At(i, j) - x.At(i, 5)
		}
	}
	want, err := fit.Linear{Intercept: true}.Fit(t.Context(), fit.Data{X: less, Y: data.Y})
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(m.Weights[:5], want.Weights, 1e-7) || math.Abs(floats.Sum(m.Weights)) > 1e-10 {
		t.Errorf("%g, not %g", m.Weights, want.Weights)
	}
}

// TestSums: a sum is solved as the penalty that it equals, alone, of tasks, and of weights that are standardized.
func TestSums(t *testing.T) {
	t.Parallel()
	data, _ := composedData(60)
	tasks := data
	for i := range data.Y {
		tasks.Task = append(tasks.Task, int64(i%2))
	}
	groups := prox.Groups{{0, 1}, {2, 3, 4, 5}}
	for name, c := range map[string]struct {
		data     fit.Data
		one, sum toolkit.Proxable
	}{
		"sparse groups": {data, prox.SparseGroup{Lambda: 1, Mix: .25, Groups: groups}, ownSum{
			calculus.Scaled{C: .25, Of: prox.L21{Lambda: 1, Groups: groups}}, calculus.Scaled{C: .75, Of: prox.L1{Lambda: 1}},
		}},
		"fused": {data, prox.Fused{Lambda: 1, Mix: .5}, ownSum{
			calculus.Scaled{C: .5, Of: prox.L1{Lambda: 1}},
			calculus.Scaled{C: .5, Of: ownLine{6}},
		}},
		"twice": {tasks, prox.L1{Lambda: 1}, ownSum{prox.L1{Lambda: .5}, prox.L1{Lambda: .5}}},
		"tasks": {tasks, prox.MultiTask{Lambda: 1, Cols: 2}, ownSum{
			prox.MultiTask{Lambda: .5, Cols: 2}, prox.MultiTask{Lambda: .5, Cols: 2},
		}},
	} {
		for _, l := range []toolkit.Loss{loss.Squared{}, loss.Quantile{Tau: .5}} {
			of := fit.Linear{Loss: l, Penalty: c.one, Lambda: .07, Intercept: true, Standardize: true}
			want, err := of.Fit(t.Context(), c.data)
			if err != nil {
				t.Fatal(name, err)
			}
			most, err := of.LambdaMax(c.data)
			if err != nil {
				t.Fatal(name, err)
			}
			of.Penalty = c.sum
			got, err := of.Fit(t.Context(), c.data)
			if err != nil {
				t.Fatal(name, err)
			}
			if got.Method != "composite" || got.Status != solver.Converged ||
				math.Abs(got.Objective-want.Objective) > 2*(got.Gap+want.Gap) {
				t.Errorf("%s, %s: %s at %.12g, gap %.1e, by %s; %.12g, gap %.1e, by %s", name, l, got.Status, got.Objective,
					got.Gap, got.Method, want.Objective, want.Gap, want.Method)
			}
			if again, err := of.LambdaMax(c.data); err != nil || math.Abs(again-most) > 1e-4*most {
				t.Errorf("%s, %s: λ_max is %g, not %g (%v)", name, l, again, most, err)
			}
		}
	}
}

// ownSum is a user's own sum, without a proximity operator.
type ownSum []toolkit.Proxable

func (g ownSum) Value(x []float64) (sum float64) {
	for _, of := range g {
		sum += of.Value(x)
	}
	return sum
}

func (ownSum) Prox(_, _ []float64, _ float64) float64 { panic("there is none") }

func (g ownSum) Terms(d int) (t toolkit.Terms, ok bool) {
	for _, of := range g {
		own, ok := terms.Of(of, d)
		if !ok {
			return t, false
		}
		t.Of = append(t.Of, own.Of...)
	}
	return t, true
}

// ownLine is Σ_j |x_{j+1} − x_j|.
type ownLine struct{ d int }

func (g ownLine) Value(x []float64) (sum float64) {
	for j := 1; j < len(x); j++ {
		sum += math.Abs(x[j] - x[j-1])
	}
	return sum
}

func (ownLine) Prox(_, _ []float64, _ float64) float64 { panic("there is none") }

func (g ownLine) Terms(d int) (toolkit.Terms, bool) {
	of := toolkit.Term{Function: terms.L1{L1: prox.L1{Lambda: 1}}, Map: maps.Differences(g.d, 1)}
	return toolkit.Terms{Of: []toolkit.Term{of}}, d == g.d
}

// TestComposedRefused names what is no constraint, what has no weights, and who does not split.
func TestComposedRefused(t *testing.T) {
	t.Parallel()
	data, _ := composedData(20)
	times := data
	times.Y = make([]float64, 20)
	for i := range times.Y {
		times.Y[i] = float64(i + 1)
	}
	sum := ownSum{prox.L1{Lambda: 1}, prox.Fused{Lambda: 1, Mix: .5}}
	with := func(s ...toolkit.Proxable) fit.Linear { return fit.Linear{Constraints: s} }
	for name, c := range map[string]struct {
		of   fit.Linear
		data fit.Data
		says string
	}{
		"a norm":      {with(prox.L1{Lambda: 1}), data, "the constraint l1 is no convex set"},
		"other sizes": {with(sets.Box{Lower: make([]float64, 4)}), data, "there are 4 bounds for 6 weights"},
		"empty": {with(sets.Simplex{}, sets.Box{Upper: []float64{.1}}), data,
			"no weights meet the constraints simplex, box at once"},
		"a joint loss": {fit.Linear{Loss: loss.Cox{}, Penalty: sum, Lambda: .1}, times, "one prediction an example"},
		"another method": {fit.Linear{Penalty: sum, Lambda: .1, Method: fit.FISTA}, data,
			"it does not split sums, compositions and constraints"},
		"a strength": {fit.Linear{Penalty: sum, Lambda: -1}, data, "must be positive"},
	} {
		if _, err := c.of.Fit(t.Context(), c.data); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
