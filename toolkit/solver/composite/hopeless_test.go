package composite_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

func row(v ...float64) *linalg.Dense { return linalg.NewDense(1, len(v), v) }

func ended(t *testing.T, p *composite.Problem) error {
	t.Helper()
	stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(120))
	_, err := solver.Run(composite.Method{}.Iterations(t.Context(), p), stop)
	return err
}

// TestInfeasible: constraints that contradict each other are told, with multipliers that prove it.
func TestInfeasible(t *testing.T) {
	t.Parallel()
	const d = 6
	a, y, _ := drawn(20, d, 3)
	one := linalg.Identity(d)
	ones := row(1, 1, 1, 1, 1, 1)
	for name, of := range map[string][]composite.Term{
		"bounds": {
			{Function: sets.Box{Lower: []float64{1}}, Map: one}, {Function: sets.Box{Upper: []float64{0.5}}, Map: one},
		},
		"sum and bounds": {{Function: sets.Point(7), Map: ones}, {Function: sets.LInfBall(1), Map: one}},
		"two equations":  {{Function: sets.Point(1), Map: ones}, {Function: sets.Point(2), Map: ones}},
		"ball":           {{Function: sets.L2Ball{Radius: 1}, Map: one}, {Function: sets.Simplex{Sum: 3}, Map: one}},
		"monotone": {
			{Function: sets.Monotone{}, Map: one}, {Function: sets.Box{Upper: []float64{-0.1}}, Map: row(-1, 0, 0, 0, 0, 1)},
		},
		"small units": {
			{Function: sets.Point(1), Map: row(1e6, 1e-6, 0, 0, 0, 0)},
			{Function: sets.Point(2), Map: row(1e6, 1e-6, 0, 0, 0, 0)},
		},
	} {
		of = append(of, composite.Term{Function: terms.Loss{Of: loss.Quantile{Y: y, Tau: 0.5}}, Map: a})
		p := &composite.Problem{Terms: of}
		err := ended(t, p)
		var proof *composite.Infeasible
		if !errors.As(err, &proof) {
			t.Errorf("%s: error %v", name, err)
			continue
		}
		q, margin := make([]float64, d), 0.0
		for k, v := range proof.Ray {
			if v == nil {
				continue
			}
			product := make([]float64, d)
			p.Terms[k].Map.MulTransVec(product, v)
			floats.Add(q, product)
			margin -= p.Terms[k].Function.(toolkit.SupportFunction).Conjugate(v)
		}
		for j := range q {
			q[j] *= proof.Radius[j]
		}
		if !(margin > 0) || floats.Norm(q, 1) > 1.0001*margin || floats.Min(proof.Radius) < 1 {
			t.Errorf("%s: no proof: margin %g, ⟨|q|, radius⟩ %g", name, margin, floats.Norm(q, 1))
		}
	}
}

// TestUnbounded: an objective without minimum is told, with a ray along which it falls.
func TestUnbounded(t *testing.T) {
	t.Parallel()
	one := linalg.Identity(3)
	for name, p := range map[string]*composite.Problem{
		"orthant": {
			Terms: []composite.Term{{Function: sets.Box{Lower: []float64{0}}, Map: one}}, Linear: []float64{1, -1, 0},
		},
		"norm": {
			Terms: []composite.Term{{Function: terms.L1{L1: prox.L1{Lambda: 1}}, Map: one}}, Linear: []float64{0.5, -1.5, 0},
		},
		"equation": {
			Terms: []composite.Term{
				{Function: sets.Point(1), Map: row(1, 1, 0)}, {Function: sets.Box{Lower: []float64{0}}, Map: row(0, 0, 1)},
			},
			Linear: []float64{1, 0, 1},
		},
		"ridge on others": {
			Terms: []composite.Term{{Function: sets.Box{Lower: []float64{-2}}, Map: one}}, Linear: []float64{1, 2, -1e-3},
			Ridge: []float64{1, 1, 0},
		},
		"cone": {
			Terms: []composite.Term{{Function: sets.SecondOrderCone{}, Map: one}}, Linear: []float64{1, 1.5, 0},
		},
	} {
		err := ended(t, p)
		var proof *composite.Unbounded
		if !errors.As(err, &proof) {
			t.Errorf("%s: error %v", name, err)
			continue
		}
		const steps = 1e6
		far := floats.AddScaledTo(make([]float64, 3), proof.X, steps, proof.Ray)
		linear := composite.Problem{Linear: p.Linear, Ridge: p.Ridge}
		if !(proof.Slope > 0) || name != "norm" && linear.Value(far) > linear.Value(proof.X)-0.999*proof.Slope*steps {
			t.Errorf("%s: no ray: slope %g", name, proof.Slope)
		}
	}
}

// TestBoundedAndFeasible: what has a solution is not said to have none: linear programs against all their vertices.
func TestBoundedAndFeasible(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 8))
	for range 12 {
		const d, m = 3, 5
		g, h, c := linalg.NewDense(m, d, nil), make([]float64, m), make([]float64, d)
		for i := range g.Data {
			g.Data[i] = r.NormFloat64()
		}
		for i := range h {
			h[i] = 0.1 + r.Float64()
		}
		for j := range c {
			c[j] = r.NormFloat64()
		}
		p := &composite.Problem{Linear: c, Terms: []composite.Term{
			{Function: sets.Box{Upper: h}, Map: g}, {Function: sets.LInfBall(10), Map: linalg.Identity(d)},
		}}
		stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(120))
		res, err := solver.Run(composite.Method{}.Iterations(t.Context(), p), stop)
		if err != nil || res.Status != solver.Converged {
			t.Errorf("%s, gap %g of %g, error %v", res.Status, res.Gap, res.Objective, err)
			continue
		}
		rows, right := append([]float64(nil), g.Data...), append([]float64(nil), h...)
		for j := range d {
			for _, s := range []float64{1, -1} {
				unit := make([]float64, d)
				unit[j] = s
				rows, right = append(rows, unit...), append(right, 10)
			}
		}
		if want := vertices(rows, right, c); math.Abs(res.Objective-want) > 1e-8*math.Abs(want) {
			t.Errorf("P* = %.12g, by vertices %.12g", res.Objective, want)
		}
	}
}

// vertices is the least ⟨c, x⟩ of the vertices of rows·x ≤ right in three dimensions.
func vertices(rows, right, c []float64) float64 {
	least := math.Inf(1)
	m := len(right)
	for i := range m {
		for j := range i {
			for k := range j {
				a, b, e := rows[3*i:3*i+3], rows[3*j:3*j+3], rows[3*k:3*k+3]
				det := a[0]*(b[1]*e[2]-b[2]*e[1]) - a[1]*(b[0]*e[2]-b[2]*e[0]) + a[2]*(b[0]*e[1]-b[1]*e[0])
				x := make([]float64, 3)
				for s := range 3 {
					u, v := (s+1)%3, (s+2)%3
					x[s] = (right[i]*(b[u]*e[v]-b[v]*e[u]) + right[j]*(e[u]*a[v]-e[v]*a[u]) + right[k]*(a[u]*b[v]-a[v]*b[u])) / det
				}
				inside := true
				for n := range m {
					inside = inside && floats.Dot(rows[3*n:3*n+3], x) <= right[n]+1e-9
				}
				if inside {
					least = math.Min(least, floats.Dot(c, x))
				}
			}
		}
	}
	return least
}
