package linalg_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestAddGramOfSome: it adds the products, entry by entry, to the upper triangle of a larger matrix, and leaves the
// rest of that as it is; weights may be negative.
func TestAddGramOfSome(t *testing.T) {
	t.Parallel()
	const n, d, stride = 40, 7, 9
	rng := rand.New(rand.NewPCG(5, 8))
	a := linalg.NewDense(n, d, nil)
	for i := range a.Data {
		if rng.Float64() < 0.4 {
			a.Data[i] = rng.NormFloat64()
		}
	}
	rows, h := []int{3, 4, 11, 39}, []float64{2, -1, 0.5, 3}
	for name, m := range map[string]linalg.Map{"dense": a, "sparse": linalg.ToCSR(a)} {
		got := make([]float64, stride*stride)
		for k := range got {
			got[k] = float64(k)
		}
		linalg.AddGramOfSome(got, stride, m, rows, h)
		for j := range stride {
			for k := range stride {
				want := float64(j*stride + k)
				for p, i := range rows {
					if j <= k && k < d {
						want += h[p] * a.At(i, j) * a.At(i, k)
					}
				}
				if v := got[j*stride+k]; math.Abs(v-want) > 1e-12*(1+math.Abs(want)) {
					t.Errorf("%s, entry %d, %d: %g, not %g", name, j, k, v, want)
				}
			}
		}
	}
}

// TestSelectRowsInto: rows are the same in the memory of others, more or fewer, and take no new numbers where that
// suffices.
func TestSelectRowsInto(t *testing.T) {
	t.Parallel()
	const n, d = 30, 5
	rng := rand.New(rand.NewPCG(5, 9))
	a := linalg.NewDense(n, d, nil)
	for i := range a.Data {
		if rng.Float64() < 0.5 {
			a.Data[i] = rng.NormFloat64()
		}
	}
	for name, m := range map[string]linalg.Map{"dense": a, "sparse": linalg.ToCSR(a)} {
		var old linalg.Map
		for _, rows := range [][]int{{1, 5, 7}, {}, {2}, {0, 3, 4, 5, 9, 9, 29}} {
			old = linalg.SelectRowsInto(old, m, rows)
			got := linalg.ToDense(old)
			if got.R != len(rows) || got.C != d {
				t.Fatalf("%s: %d × %d for %d rows", name, got.R, got.C, len(rows))
			}
			for k, i := range rows {
				for j := range d {
					if got.At(k, j) != a.At(i, j) {
						t.Errorf("%s: row %d of %v is %v, not %v", name, k, rows, got.Row(k), a.Row(i))
					}
				}
			}
		}
	}
	sparse, rows := linalg.ToCSR(a), []int{3, 4, 5, 6, 7, 8}
	old, _ := linalg.SelectRows(sparse, rows).(*linalg.CSR)
	first := &old.Val[0]
	if got, _ := linalg.SelectRowsInto(old, sparse, rows[1:]).(*linalg.CSR); &got.Val[0] != first {
		t.Error("memory that suffices is not used again")
	}
}
