package coordinate

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// TestSettled holds where the last iteration kept the zeros, by a whole step or next to none.
func TestSettled(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for _, c := range []struct {
		iter           int
		promised, step float64
		same, want     bool
	}{
		{3, 1e-17, 0, true, true},
		{3, 1e-17, 0, false, false},
		{0, 0, nan, true, false},
		{3, 1e-6, 1, true, true},
		{3, 1e-6, 2, true, true},
		{3, 1e-6, 1, false, false},
		{3, 1e-6, 0.5, true, false},
		{3, nan, 0.5, true, false},
	} {
		s := &ProximalNewtonState{Progress: solver.Progress{Iter: c.iter, Objective: 0.5, Step: c.step}}
		s.promised, s.same = c.promised, c.same
		if got := s.Settled(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestZerosStayAfterSettling goes on for twenty iterations from where the gap is a millionth: the zeros stay.
func TestZerosStayAfterSettling(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 93))
	const n, d = 200, 60
	a, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		row := a.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		y[i] = math.Copysign(1, floats.Sum(row[:5])+rng.NormFloat64())
	}
	p := solver.NewProblem(a, loss.Logistic{Y: y}, prox.L1{Lambda: 0.01})
	settled := 0
	var w []float64
	for st, err := range (ProximalNewton{}).Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		if settled == 0 && st.Settled() && st.Gap <= 1e-6*st.Objective {
			settled, w = st.Iter, st.X(nil)
		}
		if st.Iter == 60 {
			t.Fatal("60 iterations, and not settled")
		}
		if settled > 0 && st.Iter == settled+20 {
			if !model.SameZeros(w, st.X(nil)) {
				t.Errorf("settled at %d, and other zeros at %d", settled, st.Iter)
			}
			break
		}
	}
	if settled < 3 {
		t.Errorf("settled at %d already", settled)
	}
}

// TestDescentSettles where tasks have columns twice but for rounding, and little is left to gain: twenty iterations
// more lower the objective by no more than rounding.
func TestDescentSettles(t *testing.T) {
	t.Parallel()
	const n, d, k = 40, 120, 3
	rng := rand.New(rand.NewPCG(6, 98))
	a, y := linalg.NewDense(n, d, nil), make([]float64, n*k)
	for i := range n {
		row := a.Row(i)
		for j := range d / 2 {
			row[j] = rng.NormFloat64()
			row[d-1-j] = row[j] * (1 + 1e-9*rng.NormFloat64())
		}
		for c := range k {
			y[i*k+c] = row[c] + rng.NormFloat64()
		}
	}
	p := solver.NewProblem(a, loss.SquaredOutputs{Y: y, K: k}, prox.MultiTask{Lambda: 1, Cols: k})
	settled, objective := 0, 0.
	for st, err := range (Descent{}).Iterations(t.Context(), p.At(0.05*p.LambdaMax())) {
		switch {
		case err != nil:
			t.Fatal(err)
		case settled == 0 && st.Settled():
			if settled, objective = st.Iter, st.Objective; settled == 0 || !(st.Gap < 1e-7*objective) {
				t.Errorf("settled at iteration %d, gap %g of %g", settled, st.Gap, objective)
			}
		case settled > 0 && st.Objective < objective*(1-1e-12):
			t.Errorf("P falls by %g after it settled", objective-st.Objective)
		}
		if st.Iter >= 100 && settled == 0 {
			t.Fatalf("never settles: gap %g of %g", st.Gap, st.Objective)
		}
		if settled > 0 && st.Iter >= settled+20 {
			return
		}
	}
}
