package newton

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestGramsOfOutputs: what a Gram matrix of each output does to weights is P (⊕ M_o⁻¹) P + (I − P)/μ, where the last
// row has no ridge the first part alone.
func TestGramsOfOutputs(t *testing.T) {
	t.Parallel()
	const d, outputs, mu = 5, 3, 0.2
	rng := rand.New(rand.NewPCG(7, 1))
	s, inverse := &shared{}, mat.NewDense(d*outputs, d*outputs, nil)
	for o := range outputs {
		a := mat.NewDense(2*d, d, testproblems.Normal(rng, 2*d*d, 1))
		m, of := mat.NewSymDense(d, nil), mat.NewDense(d, d, nil)
		m.SymOuterK(1, a.T())
		if err := of.Inverse(m); err != nil {
			t.Fatal(err)
		}
		for i := range d {
			for j := range d {
				inverse.Set(i*outputs+o, j*outputs+o, of.At(i, j))
			}
		}
		if s = s.with(m); s == nil {
			t.Fatal("there are no factors")
		}
	}
	centre := func(x []float64) (means []float64) {
		for j := range d {
			row := x[j*outputs : (j+1)*outputs]
			means = append(means, floats.Sum(row)/outputs)
			floats.AddConst(-means[j], row)
		}
		return means
	}
	r := testproblems.Normal(rng, d*outputs, 1)
	got, want, projected := make([]float64, len(r)), make([]float64, len(r)), append([]float64(nil), r...)
	s.solve(got, r, outputs, (d-1)*outputs, mu)
	means := centre(projected)
	mat.NewVecDense(len(want), want).MulVec(inverse, mat.NewVecDense(len(projected), projected))
	centre(want)
	for j, m := range means[:d-1] {
		floats.AddConst(m/mu, want[j*outputs:(j+1)*outputs])
	}
	if floats.Distance(got, want, 2) > 1e-10*floats.Norm(want, 2) {
		t.Errorf("%v for %v", got, want)
	}
}

// TestSureClasses: where examples of some classes are few, and the others sure of theirs, a direction takes a fraction
// of the steps by a Gram matrix of each class that it takes by one for all.
func TestSureClasses(t *testing.T) {
	t.Parallel()
	const n, d, k = 300, 40, 6
	rng := rand.New(rand.NewPCG(7, 2))
	a, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), make([]int, n)
	start := testproblems.Normal(rng, d*k, 1)
	for i := range n {
		a.Row(i)[0], y[i] = 1, i%k
		for j := range d {
			a.Row(i)[j] *= math.Pow(10, 4*float64(j)/d-2)
		}
	}
	for j := range d {
		floats.Scale(math.Pow(10, 2-4*float64(j)/d), start[j*k:(j+1)*k])
	}
	for o := range k {
		start[o] = -2 * float64(o) * 100
	}
	p := solver.NewProblem(a, loss.Multinomial{Y: y, K: k}, nil).WithRidge(1e-6)
	steps := func(way int) int {
		run, err := newNewtonCG(p, 2000, start)
		if err != nil {
			t.Fatal(err)
		}
		run.rates[way] = 1
		run.direction(t.Context(), 2000)
		return run.taken
	}
	if each, all := steps(ofGrams), steps(ofGram); !(2*each < all) {
		t.Errorf("%d steps by a matrix of each class, %d by one of all", each, all)
	}
}
