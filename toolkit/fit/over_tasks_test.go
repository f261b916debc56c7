package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// inYears are examples of so many tasks in time, of which the weights change little.
func inYears(n, d, k int) fit.Data {
	r := rand.New(rand.NewPCG(4, 2))
	data := fit.Data{X: linalg.NewDense(n, d, nil), Y: make([]float64, n), Task: make([]int64, n)}
	for i := range n {
		row := data.X.(*linalg.Dense).Row(i)
		t := i % k
		for j := range row {
			row[j] = r.NormFloat64()
		}
		data.Task[i] = int64(2000 + t)
		data.Y[i] = row[0]*(1+0.2*float64(t/2)) - row[1] + 0.3*r.NormFloat64()
	}
	return data
}

// rowsAlone has no terms: accelerated gradient steps by its proximity operator, row by row, are all there is.
type rowsAlone struct{ of calculus.EachRow }

func (g rowsAlone) Value(x []float64) float64                    { return g.of.Value(x) }
func (g rowsAlone) Prox(dst, v []float64, gamma float64) float64 { return g.of.Prox(dst, v, gamma) }
func (g rowsAlone) WithShape(rows, cols int) toolkit.Proxable {
	return rowsAlone{of(g.of.WithShape(rows, cols))}
}
func of(g toolkit.Proxable) calculus.EachRow { return g.(calculus.EachRow) }

// TestOverTasks: what is certified of penalties over tasks, by splitting, is what gradient steps find.
func TestOverTasks(t *testing.T) {
	t.Parallel()
	data := inYears(120, 5, 4)
	for name, g := range map[string]toolkit.Proxable{
		"fused": prox.Fused{Lambda: 1, Mix: 0.7},
		"graph": prox.GraphFused{Lambda: 1, Mix: 0.5, Edges: [][2]int{{0, 2}, {1, 3}, {0, 1}}, Weights: []float64{1, 2, 0.5}},
	} {
		for _, l := range []toolkit.Loss{nil, loss.Huber{Delta: 0.5}, loss.Quantile{Tau: 0.4}} {
			c := fit.Linear{Loss: l, Penalty: calculus.EachRow{Of: g}, Lambda: 0.03, Tol: 1e-9}
			m, err := c.Fit(t.Context(), data)
			if err != nil || m.Status != solver.Converged || m.Method != "composite" {
				t.Fatalf("%s: %+v, %v", name, m, err)
			}
			if _, kinked := l.(loss.Quantile); kinked {
				lower(t, c, data, m.Weights, m.Objective)
				continue
			}
			c.Penalty, c.Tol = rowsAlone{calculus.EachRow{Of: g}}, 1e-10
			other, err := c.Fit(t.Context(), data)
			if err != nil || other.Method != "fista" || math.Abs(other.Objective-m.Objective) > 1e-7*m.Objective ||
				!floats.EqualApprox(m.Weights, other.Weights, 1e-4) {
				t.Errorf("%s, %T: %.12g and %.12g by %s, %v", name, l, m.Objective, other.Objective, other.Method, err)
			}
		}
	}
}

// lower looks for weights around a solution at which the objective is less.
func lower(t *testing.T, c fit.Linear, data fit.Data, w []float64, least float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	k := len(w) / 5
	of := calculus.EachRow{Of: c.Penalty.(calculus.EachRow).Of, Columns: k}
	bound := c.Loss.(loss.Bindable).Bind(data.Y, nil).(toolkit.Separable)
	objective := func(w []float64) float64 {
		p := c.Lambda * of.Value(w)
		for i, task := range data.Task {
			var f float64
			for j, x := range data.X.(*linalg.Dense).Row(i) {
				f += x * w[j*k+int(task-2000)]
			}
			v, _ := bound.At(i, f)
			p += v / float64(len(data.Y))
		}
		return p
	}
	if p := objective(w); math.Abs(p-least) > 1e-9*p {
		t.Errorf("the objective is %.12g, reported %.12g", p, least)
	}
	for try := range 300 {
		y := append([]float64(nil), w...)
		for j := range y {
			y[j] += math.Pow(10, -float64(try%6)) * r.NormFloat64()
		}
		if p := objective(y); p < least*(1-1e-8) {
			t.Errorf("at %v the objective is %.12g, and %.12g is said to be the minimum", y, p, least)
		}
	}
}

// TestSmoothTasks: squared differences of tasks are normal equations.
func TestSmoothTasks(t *testing.T) {
	t.Parallel()
	const n, d, k, lambda = 60, 3, 4, 0.2
	data := inYears(n, d, k)
	along := calculus.Composed{G: calculus.Square{Mu: 1}, L: maps.Differences(k, 1)}
	m, err := fit.Linear{Penalty: calculus.EachRow{Of: along}, Lambda: lambda, Tol: 1e-11}.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	gram, right := mat.NewSymDense(d*k, nil), mat.NewVecDense(d*k, nil)
	for i, task := range data.Task {
		row, at := data.X.(*linalg.Dense).Row(i), int(task-2000)
		for a := range d {
			right.SetVec(a*k+at, right.AtVec(a*k+at)+row[a]*data.Y[i]/n)
			for b := range a + 1 {
				gram.SetSym(a*k+at, b*k+at, gram.At(a*k+at, b*k+at)+row[a]*row[b]/n)
			}
		}
	}
	for a := range d {
		for s := range k - 1 {
			i, j := a*k+s, a*k+s+1
			gram.SetSym(i, i, gram.At(i, i)+lambda)
			gram.SetSym(j, j, gram.At(j, j)+lambda)
			gram.SetSym(i, j, gram.At(i, j)-lambda)
		}
	}
	var want mat.VecDense
	if err := want.SolveVec(gram, right); err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(m.Weights, want.RawVector().Data, 1e-6) {
		t.Errorf("%v, by normal equations %v", m.Weights, want.RawVector().Data)
	}
}
