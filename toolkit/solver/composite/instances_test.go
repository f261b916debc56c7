package composite_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// raw are examples of which columns are as far from 0 and as large as measurements are.
func raw(a *linalg.Dense) *linalg.Dense {
	out := linalg.NewDense(a.R, a.C, nil)
	scale, offset := []float64{1, 1e3, 1e-2, 10}, []float64{0, 5e3, 0, 45}
	for i := range a.R {
		for j, v := range a.Row(i) {
			out.Row(i)[j] = v*scale[j%4] + offset[j%4]
		}
	}
	return out
}

// with is a problem of a linear model with an intercept, and functions of its first d variables.
func with(p *composite.Problem, d int, of ...toolkit.Term) *composite.Problem {
	for _, t := range of {
		t.Map = terms.Widened(t.Map, 0, d+1)
		p.Terms = append(p.Terms, t)
	}
	return p
}

// instances are composite problems of n examples and d features, a multiple of 20.
func instances(n, d int) map[string]*composite.Problem {
	a, y, labels := drawn(n, d, 3)
	out := map[string]*composite.Problem{}
	for name, l := range map[string]toolkit.Separable{
		"quantile": loss.Quantile{Y: y, Tau: 0.5}, "hinge": loss.Hinge{Y: labels},
	} {
		for of, g := range structured(0.02, d) {
			out[name+" × "+of] = problem(a, l, g)
		}
		for _, of := range []string{"fused", "tv", "overlap", "slope"} {
			out["raw "+name+" × "+of] = problem(raw(a), l, structured(0.01, d)[of])
		}
	}
	whole := linalg.Identity(d)
	tv := prox.TotalVariation{Lambda: .02, Rows: d / 10, Cols: 10}
	out["tv, l1 and a box"] = with(problem(a, loss.Squared{Y: y}, tv), d,
		toolkit.Term{Function: terms.L1{L1: prox.L1{Lambda: .01}}, Map: whole},
		toolkit.Term{Function: sets.Box{Lower: []float64{0}, Upper: []float64{.9}}, Map: whole})
	ones := linalg.NewDense(1, d, nil)
	for j := range ones.Data {
		ones.Data[j] = 1
	}
	out["sum to zero"] = with(problem(a, loss.Squared{Y: y}, prox.L1{Lambda: .05}), d,
		toolkit.Term{Function: sets.Point(0), Map: linalg.ToCSR(ones)})
	out["rising"] = with(problem(a, loss.Squared{Y: y}, nil), d,
		toolkit.Term{Function: sets.Box{Lower: []float64{0}}, Map: maps.Differences(d, 1)})
	out["dirty"] = dirty(n, d)
	return out
}

// dirty is a model of five tasks whose weights are the sum of sparse ones and of rows that all tasks have.
func dirty(n, d int) *composite.Problem {
	const tasks = 5
	each, features := n/tasks, d/tasks
	size := features * tasks
	r := rand.New(rand.NewPCG(5, 0))
	p := &composite.Problem{}
	var groups prox.Groups
	for j := range features {
		var g []int
		for k := range tasks {
			g = append(g, j*tasks+k)
		}
		groups = append(groups, g)
	}
	for k := range tasks {
		x, y, weights := linalg.NewDense(each, features, nil), make([]float64, each), make([]float64, each)
		for i := range x.Data {
			x.Data[i] = r.NormFloat64()
		}
		var which []int
		for j := range features {
			which = append(which, j*tasks+k)
		}
		for i := range y {
			y[i], weights[i] = 2*x.At(i, 0)+x.At(i, 1)+r.NormFloat64(), 1/float64(n)
		}
		chosen := maps.Selection(which, size)
		p.Terms = append(p.Terms, toolkit.Term{
			Function: terms.Loss{Of: loss.Squared{Y: y, Weights: weights}}, Map: maps.Composed(x, maps.Beside(chosen, chosen)),
		})
	}
	p.Terms = append(p.Terms,
		toolkit.Term{Function: terms.L1{L1: prox.L1{Lambda: .03}}, Map: terms.Widened(linalg.Identity(size), 0, 2*size)},
		toolkit.Term{Function: terms.L1Inf{L1Inf: prox.L1Inf{Lambda: .08, Groups: groups}},
			Map: terms.Widened(linalg.Identity(size), size, 2*size)})
	return p
}

// shapes are of other shapes: signals, more features than examples, few features in raw units, and a low rank with what
// is sparse.
func shapes(signal, n, d, rows, columns int) map[string]*composite.Problem {
	a, y, _ := drawn(n, d, 3)
	trend := toolkit.Term{Function: terms.L1{L1: prox.L1{Lambda: .5}}, Map: maps.Differences(signal, 2)}
	out := map[string]*composite.Problem{
		"trend":                   denoising(loss.Squared{Y: wave(signal, 4)}, signal, trend),
		"quantile × trend":        denoising(loss.Quantile{Y: wave(signal, 4), Tau: 0.5}, signal, trend),
		"wide quantile × overlap": problem(a, loss.Quantile{Y: y, Tau: 0.5}, prox.Overlap{Lambda: .05, Groups: chained(d)}),
		"low rank and sparse":     lowRank(rows, columns),
	}
	a, y, labels := drawn(60, 4, 3)
	few := prox.Overlap{Lambda: .01, Groups: prox.Groups{{0, 1, 2}, {2, 3}}}
	out["few, quantile × fused"] = problem(raw(a), loss.Quantile{Y: y, Tau: 0.5}, prox.Fused{Lambda: .01, Mix: 0.5})
	out["few, quantile × overlap"] = problem(raw(a), loss.Quantile{Y: y, Tau: 0.5}, few)
	out["few, hinge × slope"] = problem(raw(a), loss.Hinge{Y: labels}, prox.Slope{Lambda: .01, Weights: prox.Oscar(4, .1)})
	return out
}

// lowRank is ½‖L + S − Y‖² + 2‖L‖₊ + 0.3‖S‖₁ of a Y of rank three with outliers.
func lowRank(rows, columns int) *composite.Problem {
	r, n := rand.New(rand.NewPCG(7, 0)), rows*columns
	left, right := linalg.NewDense(rows, 3, nil), linalg.NewDense(columns, 3, nil)
	for _, of := range []*linalg.Dense{left, right} {
		for i := range of.Data {
			of.Data[i] = r.NormFloat64()
		}
	}
	y, ones := make([]float64, n), make([]float64, n)
	for i := range y {
		y[i], ones[i] = left.DotRow(i/columns, right.Row(i%columns))+.1*r.NormFloat64(), 1
		if r.Float64() < .1 {
			y[i] += 5 * r.NormFloat64()
		}
	}
	whole := linalg.Identity(n)
	return &composite.Problem{Terms: []composite.Term{
		{Function: terms.Loss{Of: loss.Squared{Y: y, Weights: ones}}, Map: maps.Beside(whole, whole)},
		{Function: prox.TraceNorm{Lambda: 2, Rows: rows, Cols: columns}, Map: terms.Widened(whole, 0, 2*n)},
		{Function: terms.L1{L1: prox.L1{Lambda: .3}}, Map: terms.Widened(whole, n, 2*n)},
	}}
}

// TestInstances: all end at 1e-9, in raw units too, with constraints that hold. The long form is of 500 × 200 and 2,000
// × 500 as well, and of a picture of 64² pixels by its products, to 1e-6.
func TestInstances(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		ends(t, instances(60, 20))
		ends(t, shapes(200, 24, 80, 9, 12))
		return
	}
	for _, size := range [][2]int{{60, 20}, {500, 200}, {2000, 500}} {
		ends(t, instances(size[0], size[1]))
	}
	ends(t, shapes(1000, 200, 800, 30, 40))
	stop := solver.Any(solver.RelGap(1e-6), solver.MaxIter(100))
	res, err := solver.Run(composite.Restarted{}.Iterations(t.Context(), blurred(64, false)), stop)
	if err != nil || res.Status != solver.Converged {
		t.Errorf("picture: gap %.1e of %g, error %v", res.Gap, res.Objective, err)
	}
}

// ends checks that problems end.
func ends(t *testing.T, problems map[string]*composite.Problem) {
	t.Helper()
	for name, p := range problems {
		var last *composite.State
		for s, err := range (composite.Method{}).Iterations(t.Context(), p) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if last = s; s.Gap <= 1e-9*math.Abs(s.Objective) || s.Iter > 150 {
				break
			}
		}
		feasible := 1e-9 * (1 + floats.Norm(last.X(nil), 1))
		if !(last.Gap <= 1e-9*math.Abs(last.Objective)) || !(last.Violation <= feasible) {
			t.Errorf("%s: gap %.1e of %g, violation %.1e", name, last.Gap, last.Objective, last.Violation)
		}
	}
}

// BenchmarkInstances is to 1e-9.
func BenchmarkInstances(b *testing.B) {
	stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(200))
	for _, size := range [][2]int{{500, 200}, {2000, 500}} {
		for name, p := range instances(size[0], size[1]) {
			b.Run(fmt.Sprintf("%s/%d×%d", name, size[0], size[1]), func(b *testing.B) {
				for b.Loop() {
					if _, err := solver.Run(composite.Method{}.Iterations(b.Context(), p), stop); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
