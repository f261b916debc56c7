package composite_test

import (
	"math"
	"math/rand/v2"
	"testing"

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

// wave is a noisy signal with a kink and a jump.
func wave(n int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 0))
	y := make([]float64, n)
	for i := range y {
		t := float64(i) / float64(n)
		y[i] = math.Abs(t-.3)*5 + .3*r.NormFloat64()
		if t > .6 {
			y[i] += 2
		}
	}
	return y
}

// denoising is Σ ℓ(x_i) with penalties of x.
func denoising(l toolkit.Separable, n int, penalty ...composite.Term) *composite.Problem {
	first := composite.Term{Function: terms.Loss{Of: l}, Map: linalg.Identity(n)}
	return &composite.Problem{Terms: append([]composite.Term{first}, penalty...)}
}

// solved is the solution to 1e-9.
func solved(t *testing.T, name string, p *composite.Problem) []float64 {
	t.Helper()
	stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(120))
	res, err := solver.Run(composite.Method{}.Iterations(t.Context(), p), stop)
	if err != nil || res.Status != solver.Converged {
		t.Errorf("%s: %s, gap %.1e of %g, error %v", name, res.Status, res.Gap, res.Objective, err)
	}
	return res.X
}

// TestSparseIsTheProx: with the squared loss of x itself, where all maps are sparse, the solution is the proximity
// operator, which package prox computes by dynamic programming and in other ways.
func TestSparseIsTheProx(t *testing.T) {
	t.Parallel()
	const height, width = 9, 8
	const n = height * width
	y, ones := wave(n, 4), make([]float64, n)
	for i := range ones {
		ones[i] = 1
	}
	r := rand.New(rand.NewPCG(6, 0))
	var edges [][2]int
	for range 2 * n {
		if i, j := r.IntN(n), r.IntN(n); i != j {
			edges = append(edges, [2]int{i, j})
		}
	}
	for name, g := range map[string]toolkit.Proxable{
		"fused": prox.Fused{Lambda: .4, Mix: .7}, "graph": prox.GraphFused{Lambda: .1, Mix: .8, Edges: edges},
		"tv":      prox.TotalVariation{Lambda: .2, Rows: height, Cols: width},
		"overlap": prox.Overlap{Lambda: .3, Groups: chained(n)},
		"slope":   prox.Slope{Lambda: .3, Weights: prox.Oscar(n, 0.01)},
	} {
		of, _ := terms.Of(g, n)
		p := denoising(loss.Squared{Y: y, Weights: ones}, n)
		for _, c := range of.Of {
			p.Terms = append(p.Terms, composite.Term{Function: c.Function, Map: c.Map})
		}
		x, want := solved(t, name, p), make([]float64, n)
		g.Prox(want, y, 1)
		for i, v := range x {
			if math.Abs(v-want[i]) > 2e-4 { // a gap of 1e-9 of some 10
				t.Errorf("%s: x_%d = %g, the prox %g", name, i, v, want[i])
				break
			}
		}
	}
}

// TestInteriorPoints: where all is pieces of sparse maps they are gone through, to the end; the bound holds at points
// around, and constraints do.
func TestInteriorPoints(t *testing.T) {
	t.Parallel()
	const n = 400
	y := wave(n, 8)
	labels := make([]float64, n)
	for i, v := range y {
		labels[i] = math.Copysign(1, v-1)
	}
	trend := composite.Term{Function: terms.L1{L1: prox.L1{Lambda: .05}}, Map: maps.Differences(n, 2)}
	fused := composite.Term{Function: terms.L1{L1: prox.L1{Lambda: .01}}, Map: maps.Differences(n, 1)}
	rising := composite.Term{Function: sets.Box{Lower: []float64{0}}, Map: maps.Differences(n, 1)}
	inside := composite.Term{Function: sets.Box{Lower: []float64{.2}, Upper: []float64{1.5}}, Map: linalg.Identity(n)}
	for name, p := range map[string]*composite.Problem{
		"squared × trend":  denoising(loss.Squared{Y: y}, n, trend),
		"quantile × trend": denoising(loss.Quantile{Y: y, Tau: .3}, n, trend),
		"hinge × fused":    denoising(loss.Hinge{Y: labels}, n, fused),
		"huber × trend":    denoising(loss.Huber{Y: y, Delta: .2}, n, trend, fused),
		"rising":           denoising(loss.Squared{Y: y}, n, rising),
		"in a box, rising": denoising(loss.Quantile{Y: y, Tau: .5}, n, inside, rising),
	} {
		var last *composite.State
		for s, err := range (composite.Method{}).Iterations(t.Context(), p) {
			if last = s; err != nil || s.Gap <= 1e-9*s.Objective || s.Iter > 80 {
				break
			}
		}
		if !last.Interior || !(last.Gap <= 1e-9*last.Objective) {
			t.Errorf("%s: gap %.2g of %g after %d, interior %v, violation %.1e", name, last.Gap, last.Objective, last.Iter,
				last.Interior, last.Violation)
		}
		if least := descend(p, last.X(nil)); least < last.Objective-last.Gap {
			t.Errorf("%s: P = %.15g at another point, below the bound %.15g", name, least, last.Objective-last.Gap)
		}
	}
}

// TestNothingIsAssumed: where one term's multipliers take what rounding leaves of Kᵀv, the bound rests on no radius.
func TestNothingIsAssumed(t *testing.T) {
	t.Parallel()
	const n = 300
	trend := composite.Term{Function: terms.L1{L1: prox.L1{Lambda: .05}}, Map: maps.Differences(n, 2)}
	p := denoising(loss.Squared{Y: wave(n, 3)}, n, trend)
	var last *composite.State
	for s, err := range (composite.Method{}).Iterations(t.Context(), p) {
		if last = s; err != nil || s.Gap <= 1e-9*s.Objective || s.Iter > 120 {
			break
		}
	}
	if !(last.Gap <= 1e-9*last.Objective) || last.Assumed != 0 {
		t.Errorf("gap %g of %g, of which %g is assumed", last.Gap, last.Objective, last.Assumed)
	}
}
