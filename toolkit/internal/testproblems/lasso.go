package testproblems

import (
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TinyLasso has the solution 0 but for soft thresholding, coordinate by coordinate: A is diagonal.
func TinyLasso() (p *solver.Problem, solution []float64) {
	// A = diag(2, 1, 3), y = (4, 0.1, −6): coordinate j solves min c/2 (a x − y)² + λ|x| with c = 1/3: x = soft(c a y,
	// λ)/(c a²)
	a := linalg.NewDense(3, 3, []float64{2, 0, 0, 0, 1, 0, 0, 0, 3})
	return solver.NewProblem(a, loss.Squared{Y: []float64{4, 0.1, -6}}, prox.L1{Lambda: 0.5}),
		[]float64{(8.0/3 - 0.5) / (4.0 / 3), 0, -(6 - 0.5) / 3}
}

// Lasso is a random problem of up to 50 examples and 305 alike columns, one of zeros: dense for even seeds and sparse
// for odd ones; for some seeds with weights of the examples, one of them 0, or a ridge μ.
func Lasso(seed uint64) (a linalg.Map, l loss.Squared, mu float64) {
	rng := rand.New(rand.NewPCG(seed, 30))
	n, d := 10+rng.IntN(40), 5+rng.IntN(300)
	data := Normal(rng, n*d, 1)
	for i := range n {
		data[i*d+d/2] = 0
		for j := 1; j < d; j++ { // neighbours are alike
			data[i*d+j] += 0.8 * data[i*d+j-1]
		}
		data[i*d+d/2] = 0
	}
	l = loss.Squared{Y: Normal(rng, n, 2)}
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
	for k, v := range data {
		if v != 0 && rng.IntN(4) > 0 {
			data[k] = 0
		}
	}
	return linalg.ToCSR(linalg.NewDense(n, d, data)), l, mu
}
