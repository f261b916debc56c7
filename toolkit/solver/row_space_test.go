package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestRowSpace: weights in the space of the rows have the same P, predictions and norm.
func TestRowSpace(t *testing.T) {
	t.Parallel()
	const n, d = 40, 150
	rng := rand.New(rand.NewPCG(3, 8))
	a := linalg.NewDense(n, d, nil)
	y := make([]float64, n)
	for i := range n {
		y[i] = float64(2*(i%2) - 1)
		for j := range d {
			a.Data[i*d+j] = rng.NormFloat64() * math.Pow(10, float64(j%5)-2)
		}
		if i == 1 { // whose reflection is none
			copy(a.Row(i), a.Row(0))
		}
	}
	p := solver.NewProblem(a, loss.Hinge{Y: y}, nil).WithRidge(0.3)
	s := p.InRowSpace()
	if rows, columns := s.A.Dims(); rows != n || columns != n {
		t.Fatalf("%d × %d in place of %d × %d", rows, columns, n, n)
	}
	for range 20 {
		v := make([]float64, n+1)
		for k := range v {
			v[k] = rng.NormFloat64()
		}
		w := s.Back([]float64{9}, v)
		if len(w) != 1+d+1 || w[0] != 9 || w[d+1] != v[n] {
			t.Fatalf("%v of %v: what is there stays, and what is beyond the features follows", w, v)
		}
		w = w[1 : d+1]
		size := floats.Norm(v[:n], 2)
		if got := floats.Norm(w, 2); math.Abs(got-size) > 1e-14*size {
			t.Errorf("‖w‖ = %g of ‖v‖ = %g", got, size)
		}
		value, want := p.Objective(w), s.Objective(v[:n])
		if math.Abs(value-want) > 1e-13*want {
			t.Errorf("P = %g, in the space of the rows %g", value, want)
		}
		got, of := make([]float64, n), make([]float64, n)
		a.MulVec(got, w)
		s.A.MulVec(of, v[:n])
		if off := s.Off * size; floats.Distance(got, of, 1) > off+1e-13*floats.Norm(of, 1) {
			t.Errorf("predictions %g, in the space of the rows %g, which are to be %g apart at most", got, of, off)
		}
	}
	if limit := 1e-13 * floats.Norm(a.Data, 1); !(s.Off > 0 && s.Off < limit) {
		t.Errorf("E adds up to %g, not above 0 and below %g", s.Off, limit)
	}
}
