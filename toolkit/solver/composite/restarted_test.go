package composite_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// blurred is a picture of two rectangles that was blurred, with noise, to be found again by total variation: with the
// blur known by its products, or by its entries.
func blurred(side int, entries bool) *composite.Problem {
	kernel := make([]float64, 9)
	var sum float64
	for k := range kernel {
		kernel[k] = math.Exp(-0.5 * math.Pow(float64(k-4)/1.5, 2))
		sum += kernel[k]
	}
	for k := range kernel {
		kernel[k] /= sum
	}
	line := maps.Convolution(kernel, side, maps.Zero)
	blur := maps.LazyKronecker(line, line)
	if entries {
		blur = maps.Kronecker(line, line)
	}
	picture, y, ones := make([]float64, side*side), make([]float64, side*side), make([]float64, side*side)
	for i := range side {
		for j := range side {
			if i >= side/4 && i < side/2 && j >= side/4 && j < 3*side/4 {
				picture[i*side+j] = .8
			}
			if i >= side/2 && i < side/2+side/5 && j >= side/3 && j < side/2 {
				picture[i*side+j] = .4
			}
		}
	}
	blur.MulVec(y, picture)
	r := rand.New(rand.NewPCG(9, 0))
	for i := range y {
		y[i] += .02 * r.NormFloat64()
		ones[i] = 1
	}
	gradient, groups := maps.Gradient(side, side)
	return &composite.Problem{Terms: []composite.Term{
		{Function: terms.Loss{Of: loss.Squared{Y: y, Weights: ones}}, Map: blur},
		{Function: terms.L21{L21: prox.L21{Lambda: .01, Groups: groups}}, Map: gradient},
		{Function: sets.Box{Lower: []float64{0}, Upper: []float64{1}}, Map: linalg.Identity(side * side)},
	}}
}

// TestDeblurring: with products alone the solution is that of factored matrices, within both gaps.
func TestDeblurring(t *testing.T) {
	t.Parallel()
	const side = 12
	stop := solver.Any(solver.RelGap(1e-5), solver.MaxIter(400))
	one, err := solver.Run(composite.Restarted{}.Iterations(t.Context(), blurred(side, false)), stop)
	if err != nil || one.Status != solver.Converged {
		t.Fatalf("%s after %d, gap %g of %g, error %v", one.Status, one.Iter, one.Gap, one.Objective, err)
	}
	other, err := solver.Run(composite.Method{}.Iterations(t.Context(), blurred(side, true)), stop)
	if err != nil || other.Status != solver.Converged {
		t.Fatalf("factored: %s, gap %g of %g, error %v", other.Status, other.Gap, other.Objective, err)
	}
	if one.Objective-one.Gap > other.Objective || other.Objective-other.Gap > one.Objective {
		t.Errorf("P = %.10g and gap %.2g, factored %.10g and %.2g", one.Objective, one.Gap, other.Objective, other.Gap)
	}
}

// TestDeblurringSoon: first stepsizes by the curvature of the loss end a picture of which little is bright within 80
// iterations; those by its slopes at 0, six times as long, take more.
func TestDeblurringSoon(t *testing.T) {
	t.Parallel()
	stop := solver.Any(solver.RelGap(1e-6), solver.MaxIter(80))
	res, err := solver.Run(composite.Restarted{}.Iterations(t.Context(), blurred(48, false)), stop)
	if err != nil || res.Status != solver.Converged {
		t.Errorf("%s after %d, gap %g of %g, error %v", res.Status, res.Iter, res.Gap, res.Objective, err)
	}
}

// TestProductsAlone: for a loss with kinks, an intercept and no absorbing term, too.
func TestProductsAlone(t *testing.T) {
	t.Parallel()
	a, y, _ := drawn(40, 8, 3)
	p := problem(a, loss.Quantile{Y: y, Tau: 0.3}, prox.Fused{Lambda: 0.1, Mix: 0.5})
	stop := solver.Any(solver.RelGap(1e-4), solver.MaxIter(2000))
	want, err := solver.Run(composite.Method{}.Iterations(t.Context(), p), stop)
	if err != nil {
		t.Fatal(err)
	}
	free := &composite.Problem{Terms: append([]composite.Term(nil), p.Terms...)}
	r, c := p.Terms[0].Map.Dims()
	free.Terms[0].Map = maps.Own{
		Rows: r, Columns: c, Times: p.Terms[0].Map.MulVec, TimesTransposed: p.Terms[0].Map.MulTransVec,
	}
	got, err := solver.Run(composite.Restarted{}.Iterations(t.Context(), free), stop)
	if err != nil || got.Status != solver.Converged {
		t.Fatalf("%s after %d, gap %g of %g, error %v", got.Status, got.Iter, got.Gap, got.Objective, err)
	}
	if got.Objective-got.Gap > want.Objective || want.Objective-want.Gap > got.Objective {
		t.Errorf("P = %g and gap %g, factored %g and %g", got.Objective, got.Gap, want.Objective, want.Gap)
	}
	for _, err := range (composite.Method{}).Iterations(t.Context(), free) {
		if err == nil {
			t.Error("a map without entries is factored")
		}
		break
	}
}
