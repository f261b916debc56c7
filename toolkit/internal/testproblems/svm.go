package testproblems

import (
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// SVM is a linear support vector machine on random sparse examples, some of them empty, that cannot all be separated.
type SVM struct {
	X  *linalg.CSR
	Y  []float64
	Mu float64
}

// NewSVM draws one of n examples and d features.
func NewSVM(n, d int, mu float64, seed uint64) SVM {
	rng := rand.New(rand.NewPCG(seed, 50))
	s := SVM{X: &linalg.CSR{R: n, C: d, Ptr: []int{0}}, Mu: mu}
	for i := range n {
		var score float64
		for j := range d {
			if rng.IntN(3) > 0 && i%17 != 0 {
				v := rng.NormFloat64()
				score += v * float64(1+j%3)
				s.X.Col, s.X.Val = append(s.X.Col, int32(j)), append(s.X.Val, v)
			}
		}
		s.X.Ptr = append(s.X.Ptr, len(s.X.Val))
		y := 1.
		if score+rng.NormFloat64() < 0 {
			y = -1
		}
		s.Y = append(s.Y, y)
	}
	return s
}

// Problem is (μ/2)‖w‖² + (1/n) Σ_i max(0, 1 − y_i⟨x_i, w⟩).
func (s SVM) Problem() *solver.Problem {
	return solver.NewProblem(s.X, loss.Hinge{Y: s.Y}, prox.Ridge{Mu: s.Mu})
}
