package sweep_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/internal/sweep"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestOneSweep: norms, means and slopes are those of sums in the order of the examples, of more and fewer features than
// a part of the sweep has numbers.
func TestOneSweep(t *testing.T) {
	t.Parallel()
	for _, shape := range [][2]int{{301, 7}, {37, 500}, {60, 20000}, {1, 3}} {
		n, d := shape[0], shape[1]
		rng := rand.New(rand.NewPCG(1, uint64(d)))
		a, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), testproblems.Normal(rng, n, 2)
		for i := range y {
			y[i] += 100
			a.Row(i)[d-1] += 0.3
		}
		found := sweep.Of(a, true, y)
		means, ok := found.Means()
		if !ok {
			if n > 1 {
				t.Fatalf("%d × %d: no means", n, d)
			}
			continue
		}
		slopes, average := found.Slopes(0.25, means), 0.
		for _, v := range y {
			average += v / float64(n)
		}
		for j := range d {
			var mean, square, product float64
			for i, v := range y {
				mean += a.At(i, j) / float64(n)
				square += a.At(i, j) * a.At(i, j)
				product += a.At(i, j) * (v - average)
			}
			size := math.Sqrt(square)
			if math.Abs(means[j]-mean) > 1e-13*size || math.Abs(found.Norms[j]-size) > 1e-13*size ||
				math.Abs(slopes[j]+0.25*product) > 1e-12*size*float64(n) {
				t.Fatalf("%d × %d, column %d: mean %g for %g, norm %g for %g, slope %g for %g", n, d, j, means[j], mean,
					found.Norms[j], size, slopes[j], -0.25*product)
			}
		}
	}
}

// TestNoMeans: means are not told where a constant is among the columns, or one far from 0, where A is sparse, or where
// nobody asks; norms are.
func TestNoMeans(t *testing.T) {
	t.Parallel()
	const n, d = 40, 30
	a := linalg.NewDense(n, d, testproblems.Normal(rand.New(rand.NewPCG(2, 1)), n*d, 1))
	constant, far := linalg.NewDense(n, d, append([]float64(nil), a.Data...)), linalg.NewDense(n, d, nil)
	for i := range n {
		constant.Row(i)[3] = 0.1
		for j := range d {
			far.Row(i)[j] = a.At(i, j) + 50
		}
	}
	y := make([]float64, n)
	for name, found := range map[string]*sweep.Columns{
		"constant": sweep.Of(constant, true, y), "far": sweep.Of(far, true, y), "sparse": sweep.Of(linalg.ToCSR(a), true, y),
		"not asked": sweep.Of(a, false, nil),
	} {
		if _, ok := found.Means(); ok {
			t.Errorf("%s: there are means", name)
		}
		if !(found.Norms[3] > 0) {
			t.Errorf("%s: there are no norms", name)
		}
	}
	if sweep.Of(a, true, nil).Slopes(1, make([]float64, d)) != nil {
		t.Error("there are slopes without targets")
	}
}
