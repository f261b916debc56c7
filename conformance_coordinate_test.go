package toolkit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// lassos are random problems: dense and sparse, with and without weights of the examples, a ridge, columns of zeros.
func lassos(seed uint64) (a linalg.Map, l loss.Squared, mu float64) {
	rng := rand.New(rand.NewPCG(seed, 30))
	n, d := 10+rng.IntN(40), 5+rng.IntN(300)
	data := randomVector(rng, n*d, 1)
	for i := range n {
		data[i*d+d/2] = 0
		for j := 1; j < d; j++ { // neighbours are alike
			data[i*d+j] += 0.8 * data[i*d+j-1]
		}
		data[i*d+d/2] = 0
	}
	l = loss.Squared{Y: randomVector(rng, n, 2)}
	if seed%3 == 1 {
		l.Weights = make([]float64, n)
		for i := range l.Weights {
			l.Weights[i] = rng.Float64() / float64(n)
		}
		l.Weights[0] = 0
	}
	if seed%4 == 3 {
		mu = 0.05
	}
	if seed%2 == 0 {
		return linalg.NewDense(n, d, data), l, mu
	}
	sparse := &linalg.CSR{R: n, C: d, Ptr: []int{0}}
	for i := range n {
		for j := range d {
			if v := data[i*d+j]; v != 0 && rng.IntN(4) == 0 {
				sparse.Col, sparse.Val = append(sparse.Col, int32(j)), append(sparse.Val, v)
			}
		}
		sparse.Ptr = append(sparse.Ptr, len(sparse.Val))
	}
	return sparse, l, mu
}

// TestCoordinateDescent agrees with a long run of FISTA to 1e-8 on random lassos and elastic nets, from 0 and along a path, and its gap
// bounds the error after every iteration.
func TestCoordinateDescent(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		a, l, mu := lassos(seed)
		columns := linalg.Columns(a)
		d, _ := columns.Dims()
		grad := make([]float64, d)
		solver.NewProblem(a, l, prox.L1{}).ValueGrad(grad, make([]float64, d))
		most := floats.Norm(grad, math.Inf(1))
		var warm []float64
		for _, share := range []float64{1.001, 0.3, 0.05} {
			var reg toolkit.Proxable = prox.L1{Lambda: share * most}
			if mu > 0 {
				reg = prox.Ridge{Mu: mu, Inner: reg}
			}
			p := solver.NewProblem(a, l, reg)
			long, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p, p.Regularizer(), make([]float64, d)), solver.Any(solver.RelGap(1e-11), solver.MaxIter(20000)))
			if err != nil {
				t.Fatal(err)
			}
			for name, c := range map[string]coordinate.Descent{"from 0": {}, "from the path": {Start: warm}, "all weights": {NoWorkingSets: true}} {
				var x []float64
				for st, err := range c.Iterations(t.Context(), coordinate.SingleBlocks(columns), l, share*most, mu) {
					if err != nil {
						t.Fatal(err)
					}
					x = st.X(x)
					if o := p.Objective(x); !near(o, st.Objective, 1e-9) {
						t.Fatalf("problem %d, %s: reports %g, at its point it is %g", seed, name, st.Objective, o)
					}
					if excess := st.Objective - long.Objective; excess > st.Gap+1e-9 || excess < -long.Gap-1e-12 {
						t.Fatalf("problem %d, %s, iteration %d: %g above the minimum, gap %g", seed, name, st.Iter, excess, st.Gap)
					}
					if st.Gap <= 1e-10*st.Objective {
						break
					}
					if st.Iter == 3000 {
						t.Fatalf("problem %d, %s, λ = %g λ_max: gap %g of %g", seed, name, share, st.Gap, st.Objective)
					}
				}
				if share > 1 && floats.Norm(x, 1) != 0 {
					t.Errorf("problem %d: w = %v above λ_max", seed, x)
				}
				if name == "from 0" {
					warm = x
				}
			}
		}
	}
}

func TestCoordinateDescentRefuses(t *testing.T) {
	t.Parallel()
	a, l, _ := lassos(0)
	columns := linalg.Columns(a)
	for _, c := range []struct{ lambda, mu float64 }{{0, 0}, {-1, 0}, {1, -1}, {math.NaN(), 0}, {1, math.Inf(1)}} {
		for _, err := range (coordinate.Descent{}).Iterations(t.Context(), coordinate.SingleBlocks(columns), l, c.lambda, c.mu) {
			if err == nil {
				t.Errorf("λ = %g, μ = %g were accepted", c.lambda, c.mu)
			}
			break
		}
	}
	for _, err := range (coordinate.Descent{}).Iterations(t.Context(), coordinate.SingleBlocks(columns), loss.Logistic{Y: l.Y}, 1, 0) {
		if err == nil {
			t.Error("the logistic loss was accepted")
		}
		break
	}
}
