package composite_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// drawn are examples of a sparse model, with labels for losses that want them.
func drawn(n, d int, seed uint64) (a *linalg.Dense, y, labels []float64) {
	r := rand.New(rand.NewPCG(seed, 0))
	a = linalg.NewDense(n, d, nil)
	for i := range a.Data {
		a.Data[i] = r.NormFloat64()
	}
	w := make([]float64, d)
	for j := range d / 5 {
		w[j] = 1
	}
	y, labels = make([]float64, n), make([]float64, n)
	a.MulVec(y, w)
	for i := range y {
		y[i] += 0.5*r.NormFloat64()*math.Sqrt(float64(d)/5) + 1
		labels[i] = math.Copysign(1, y[i]-1)
	}
	return a, y, labels
}

// chained are groups of 8 of which neighbours share 3.
func chained(d int) (groups prox.Groups) {
	for from := 0; from+3 < d; from += 5 {
		var g []int
		for j := from; j < min(from+8, d); j++ {
			g = append(g, j)
		}
		groups = append(groups, g)
	}
	return groups
}

func disjoint(d int) (groups prox.Groups) {
	for from := 0; from < d; from += 5 {
		var g []int
		for j := from; j < min(from+5, d); j++ {
			g = append(g, j)
		}
		groups = append(groups, g)
	}
	return groups
}

// structured are penalties of d coordinates.
func structured(lambda float64, d int) map[string]toolkit.Proxable {
	return map[string]toolkit.Proxable{
		"l1":           prox.L1{Lambda: lambda},
		"fused":        prox.Fused{Lambda: lambda, Mix: 0.5},
		"tv":           prox.TotalVariation{Lambda: lambda, Rows: d / 10, Cols: 10},
		"overlap":      prox.Overlap{Lambda: lambda, Groups: chained(d)},
		"latent":       prox.Latent{Lambda: lambda * 2, Groups: chained(d)},
		"group-max":    prox.L1Inf{Lambda: lambda * 2, Groups: disjoint(d)},
		"slope":        prox.Slope{Lambda: lambda, Weights: prox.Oscar(d, 0.01)},
		"sparse-group": prox.SparseGroup{Lambda: lambda, Mix: 0.5, Groups: disjoint(d)},
		"nonnegative":  prox.Nonnegative(lambda),
	}
}

// problem is a loss of a linear model with an intercept and a penalty.
func problem(a *linalg.Dense, l toolkit.Separable, penalty toolkit.Proxable) *composite.Problem {
	n, d := a.Dims()
	t, ok := terms.Of(penalty, d)
	if !ok {
		panic("no terms")
	}
	ones := linalg.NewDense(1, n, nil)
	for i := range n {
		ones.Data[i] = 1
	}
	of := composite.Term{Function: terms.Loss{Of: l}, Map: linalg.AppendColumns(terms.Columns(a, t.Part), ones)}
	p := &composite.Problem{Terms: []composite.Term{of}}
	for _, c := range t.Of {
		p.Terms = append(p.Terms, c)
		p.Terms[len(p.Terms)-1].Map = terms.Widened(c.Map, 0, p.Variables())
	}
	return p
}

// TestMethodEndsWithinItsGap: the gap falls to 1e-9 of P for every loss with every penalty, and P at
// points around is never below the bound.
func TestMethodEndsWithinItsGap(t *testing.T) {
	t.Parallel()
	const n, d = 80, 20
	a, y, labels := drawn(n, d, 1)
	losses := map[string]toolkit.Separable{
		"quantile": loss.Quantile{Y: y, Tau: 0.3}, "hinge": loss.Hinge{Y: labels},
		"logistic": loss.Logistic{Y: labels}, "squared": loss.Squared{Y: y},
	}
	for name, l := range losses {
		for of, g := range structured(0.02, d) {
			p := problem(a, l, g)
			res, err := solver.Run(composite.Method{}.Iterations(t.Context(), p), solver.Any(solver.RelGap(1e-9),
				solver.MaxIter(100)))
			if err != nil || res.Status != solver.Converged {
				t.Errorf("%s × %s: %s, gap %.1e of %g, error %v", name, of, res.Status, res.Gap, res.Objective, err)
				continue
			}
			if of != "latent" { // by the definitions, without splits
				z := make([]float64, n)
				a.MulVec(z, res.X[:d])
				sum := g.Value(res.X[:d])
				for i, f := range z {
					value, _ := l.At(i, f+res.X[d])
					sum += l.Weight(i) * value
				}
				if math.Abs(sum-res.Objective) > 1e-12*sum {
					t.Errorf("%s × %s: P = %.15g, by its definition %.15g", name, of, res.Objective, sum)
				}
			}
			if least := descend(p, res.X); least < res.Objective-res.Gap {
				t.Errorf("%s × %s: P = %.15g at another point, below the bound %.15g", name, of, least, res.Objective-res.Gap)
			}
		}
	}
}

// descend is the least P of many points around x, at distances of all orders.
func descend(p *composite.Problem, x []float64) float64 {
	r := rand.New(rand.NewPCG(5, 5))
	least := math.Inf(1)
	at := make([]float64, len(x))
	for k := range 400 {
		far := math.Pow(10, -float64(k%12))
		for j := range at {
			if at[j] = x[j]; x[j] != 0 || k%2 == 0 {
				at[j] += far * r.NormFloat64()
			}
		}
		least = math.Min(least, p.Value(at))
	}
	return least
}

// TestTrendByItsDual: trend filtering of a line with a kink is the dual of a box-constrained problem, which projected
// gradients solve.
func TestTrendByItsDual(t *testing.T) {
	t.Parallel()
	const n, lambda = 30, 2.0
	r := rand.New(rand.NewPCG(2, 0))
	y, ones := make([]float64, n), make([]float64, n)
	for i := range y {
		y[i], ones[i] = math.Abs(float64(i)-12)/4+0.3*r.NormFloat64(), 1
	}
	second := linalg.NewDense(n-2, n, nil)
	for i := range n - 2 {
		copy(second.Row(i)[i:], []float64{1, -2, 1})
	}
	p := &composite.Problem{Terms: []composite.Term{
		{Function: terms.Loss{Of: loss.Squared{Y: y, Weights: ones}}, Map: linalg.Identity(n)},
		{Function: terms.L1{L1: prox.L1{Lambda: lambda}}, Map: linalg.ToCSR(second)},
	}}
	stop := solver.Any(solver.RelGap(1e-10), solver.MaxIter(100))
	res, err := solver.Run(composite.Method{}.Iterations(t.Context(), p), stop)
	if err != nil || res.Status != solver.Converged {
		t.Fatalf("%s, gap %g, error %v", res.Status, res.Gap, err)
	}
	// min ½‖y − Dᵀu‖² over ‖u‖∞ ≤ λ; x = y − Dᵀu
	u, x, g := make([]float64, n-2), make([]float64, n), make([]float64, n-2)
	for range 200000 {
		second.MulTransVec(x, u)
		for i := range x {
			x[i] = y[i] - x[i]
		}
		second.MulVec(g, x)
		for k := range u {
			u[k] = math.Min(math.Max(u[k]+g[k]/16, -lambda), lambda)
		}
	}
	for i, want := range x {
		if math.Abs(res.X[i]-want) > 1e-5 {
			t.Errorf("x_%d = %g, by the dual %g", i, res.X[i], want)
		}
	}
}

// TestMethodRefuses: problems that are none are named.
func TestMethodRefuses(t *testing.T) {
	t.Parallel()
	one := composite.Term{Function: terms.L1{}, Map: linalg.Identity(3)}
	for name, p := range map[string]*composite.Problem{
		"no terms":        {},
		"columns":         {Terms: []composite.Term{one, {Function: terms.L1{}, Map: linalg.Identity(2)}}},
		"offset":          {Terms: []composite.Term{{Function: terms.L1{}, Map: linalg.Identity(3), Offset: []float64{1}}}},
		"ridge too short": {Terms: []composite.Term{one}, Ridge: []float64{1}},
		"negative ridge":  {Terms: []composite.Term{one}, Ridge: []float64{1, -1, 0}},
	} {
		for _, err := range (composite.Method{}).Iterations(t.Context(), p) {
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			break
		}
	}
}
