package atoms_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
)

// counted counts the calls of both oracles of the trace norm.
type counted struct {
	prox.TraceNorm
	formed, products *int
}

func (g counted) LMO(u, v, x []float64) float64 {
	*g.formed++
	return g.TraceNorm.LMO(u, v, x)
}

func (g counted) LMOMap(u, v []float64, x linalg.Map, tol float64) (attained, polar float64) {
	*g.products++
	return g.TraceNorm.LMOMap(u, v, x, tol)
}

// TestStep1ByProducts: where the gradient is dear the stages on the way go by products with it. Every atom that Step 3
// adds has a slope of −ε/2 or less, Step 4 and the end of a stage come where the best has more, and the gap at the
// problem's λ closes.
func TestStep1ByProducts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(230, 1))
	const n, d, k = 60, 90, 90
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	y := testproblems.Labels(rng, n, k)
	for i, c := range y {
		x.Row(i)[c%4] += 4
	}
	var formed, products int
	p := solver.NewProblem(x, loss.Multinomial{Y: y, K: k},
		counted{prox.TraceNorm{Lambda: 1, Rows: d, Cols: k}, &formed, &products})
	p = p.At(0.2 * p.LambdaMax())
	gradient, looked, solved := make([]float64, d*k), 0, 0
	p.ValueGrad(gradient, gradient)
	polar := p.Penalty.(counted).Polar(gradient) // at W before a step
	for st, err := range (atoms.Continuation{Stages: 4}).Iterations(t.Context(), p) {
		if err != nil || st.Iter > 300 {
			t.Fatalf("step %d, gap %g, error %v", st.Iter, st.Gap, err)
		}
		if added, attained := st.Atoms[len(st.Atoms)-1], 0.; st.Step > 0 {
			looked++
			for j, u := range added.U {
				attained -= u * floats.Dot(gradient[j*k:(j+1)*k], added.V)
			}
			if least := st.Lambda + st.Epsilon/2; attained < least*(1-1e-12) {
				t.Errorf("step %d: an atom attains %g of %g, %g at least is due", st.Iter, attained, polar, least)
			}
		} else if solved++; polar > (st.Lambda+st.Epsilon/2)*(1+1e-12) {
			t.Errorf("step %d: Step 4 with a polar of %g, λ = %g, ε = %g", st.Iter, polar, st.Lambda, st.Epsilon)
		}
		p.ValueGrad(gradient, st.X(nil))
		if polar = p.Penalty.(counted).Polar(gradient); st.Optimal && polar > (st.Lambda+st.Epsilon/2)*(1+1e-12) {
			t.Errorf("step %d: a stage ends with a polar of %g, λ = %g, ε = %g", st.Iter, polar, st.Lambda, st.Epsilon)
		}
		if st.Gap <= 2e-2*st.Objective {
			break
		}
	}
	if products < 10 || looked < 10 || solved == 0 || formed == 0 {
		t.Errorf("%d gradients were formed, %d not, %d steps were looked at, and %d Steps 4",
			formed, products, looked, solved)
	}
}
