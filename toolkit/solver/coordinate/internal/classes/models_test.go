package classes

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// TestSamples: the examples of a sample weigh as much as all together, and a feature that is 0 in them has a bound of
// its curvature.
func TestSamples(t *testing.T) {
	t.Parallel()
	const n, d, k = 100, 6, 3
	rng := rand.New(rand.NewPCG(1, 93))
	x, weights := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), make([]float64, n)
	last := rand.New(rand.NewPCG(1, 2)).Perm(n)[n-1] // which no sample of few has
	for i := range n {
		weights[i] = float64(1+i%3) / (2 * n)
		if x.Row(i)[d-1] = 0; i == last {
			x.Row(i)[d-1] = 30
		}
	}
	ones := linalg.NewDense(1, n, nil)
	for i := range ones.Data {
		ones.Data[i] = 1
	}
	of := loss.Multinomial{Y: testproblems.Labels(rng, n, k), K: k, Weights: weights}
	p := solver.NewProblem(x, of, prox.L1{Lambda: 0.01}).WithUnpenalized(ones)
	b, c, squares := &model.Blocks{N: n * k, From: []int{0}}, []float64(nil), []float64(nil)
	add := func(a linalg.Rows, row, at int) {
		class := at % k
		b.Add(1, model.Column{A: a, Row: row, Lo: class * n, Hi: (class + 1) * n, WeightAt: at})
		squares = append(squares, a.DotRows(row, row))
	}
	for at := range d * k {
		add(p.Columns(), at/k, at)
	}
	b.Penalized = b.Count()
	for class := range k {
		add(ones, 0, d*k+class)
		c = append(c, weights...)
	}
	m, err := New(p, b, c, squares)
	if err != nil || m.Sampled() {
		t.Fatal(err, m.Sampled())
	}
	m.Sample(20)
	var weight float64
	for i := range 20 {
		unit := make([]float64, 20)
		unit[i] = 1
		weight += math.Pow(m.few.Columns[d*k].A.DotRow(0, unit), 2)
	}
	if want := (weights[0] + weights[1] + weights[2]) * n / 3; math.Abs(weight-want) > 0.02*want {
		t.Errorf("the examples of a sample weigh %g together, not %g", weight, want)
	}
	for at, most := range m.few.unseen {
		if seen := at/k != d-1; seen && most != 0 || !seen && !(most > 900./4/600) {
			t.Errorf("column %d has the curvature %g", at, most)
		}
	}
}
