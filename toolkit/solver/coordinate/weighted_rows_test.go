package coordinate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// sparseModel is a model with random slopes on random columns, and the matrix.
func sparseModel(rng *rand.Rand, n, d int) (*weighted, *linalg.Dense) {
	a := linalg.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			if rng.IntN(n) < i { // rows of many lengths
				a.Row(i)[j] = rng.NormFloat64()
			}
		}
	}
	columns := linalg.Columns(linalg.ToCSR(a)).(storedPairs) //nolint:errcheck // of a sparse matrix
	m := &weighted{weights: make([]weightedColumn, d), at: make([]linalg.Pair, n), past: &weightedPast{}}
	for i := range m.at {
		m.at[i] = linalg.Pair{Slope: rng.NormFloat64(), Curvature: rng.Float64()}
	}
	for j := range m.weights {
		m.weights[j] = weightedColumn{a: columns, column: int32(j), row: j, hi: n, bound: 1}
	}
	return m, a
}

// TestRowsOfColumns agrees with the sums of the formulas, whatever the order of the rows, and gathers columns again
// only where others are chosen.
func TestRowsOfColumns(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 92))
	m, a := sparseModel(rng, 30, 12)
	set := []int32{1, 2, 5, 6, 11}
	x, along := make([]normal, len(set)), make([]float64, len(set))
	for k := range x {
		along[k] = rng.NormFloat64()
		x[k] = normal{along[k], 7}
	}
	rows := m.rowsOf(set)
	want, seen := make([]float64, len(set)), make([]bool, len(m.at))
	for r, i := range rows.order {
		var z float64
		for k, j := range set {
			z += a.At(int(i), int(j)) * along[k]
		}
		if got := rows.dot(r, along); math.Abs(got-z) > 1e-14 || seen[i] {
			t.Errorf("row %d: %g, want %g, once", i, got, z)
		}
		seen[i] = true
		for k, j := range set {
			want[k] += a.At(int(i), int(j)) * z * m.at[i].Curvature
		}
		if r > 0 && rows.ptr[r+1]-rows.ptr[r] < rows.ptr[r]-rows.ptr[r-1] {
			t.Errorf("row %d is shorter than the one before", i)
		}
	}
	rows.products(x, m.at)
	for k := range x {
		if math.Abs(x[k].product-want[k]) > 1e-13 {
			t.Errorf("product %d: %g, want %g", k, x[k].product, want[k])
		}
	}
	next := &weighted{weights: m.weights[1:], at: m.at, past: m.past} // numbers of weights, not of columns, are others
	if next.rowsOf([]int32{0, 1, 4, 5, 10}) != rows {
		t.Error("the same columns were gathered again")
	}
	if next.rowsOf(set[:4]) == rows {
		t.Error("other columns were not gathered")
	}
}

// TestWeightsWorthAVisit leaves out a weight where it is 0 and the slope is further within its bound than any is
// beyond.
func TestWeightsWorthAVisit(t *testing.T) {
	t.Parallel()
	m := &weighted{}
	for _, c := range []struct{ w, slope float64 }{{0, 1.2}, {0, -0.9}, {0, 0.7}, {2, -1.1}, {0, -0.75}, {-1, 1}} {
		m.weights = append(m.weights, weightedColumn{w: c.w, slope: c.slope, bound: 1})
	}
	var out []bool
	for range m.weights {
		out = append(out, true)
	}
	for _, k := range m.visits() {
		out[k] = false
	}
	for k, want := range []bool{false, false, true, false, true, false} {
		if out[k] != want {
			t.Errorf("weight %d is left out: %v, want %v", k, out[k], want)
		}
	}
}

// TestShares are between bounds, and roots of what gains fell by between them.
func TestShares(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, gained, want float64 }{
		{0, 1, shareFirst}, {1, 0.04, 0.2}, {1, 2, shareMost}, {1, 1e-9, shareLeast},
	} {
		m := &weighted{past: &weightedPast{gained: c.before}}
		if got := m.share(c.gained); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%g after %g: %g, want %g", c.gained, c.before, got, c.want)
		}
	}
}

// TestStepsThatFail are not tried again for 1, 3, 7, … models, until one works.
func TestStepsThatFail(t *testing.T) {
	t.Parallel()
	m := &weighted{past: &weightedPast{}}
	for _, rests := range []int{1, 3, 7} {
		m.past.note(false)
		for range rests {
			if !m.quick(1, 100) {
				t.Errorf("a step is tried before %d models went by", rests)
			}
		}
		if m.quick(1, 100) {
			t.Errorf("no step is tried after %d models", rests)
		}
	}
	if m.past.note(true); m.past.failed != 0 || m.quick(1, 100) || !m.quick(1, 1.1) {
		t.Error("steps that work are to be tried where passes gain much beside the first")
	}
}
