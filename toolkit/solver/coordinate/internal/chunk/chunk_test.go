package chunk

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
)

// TestVisits: products with columns, and residuals, are those of changes that are made one by one: of outputs and
// numbers that fill registers or not, with columns that are left out or stay as they are, and with one that is in no
// chunk, before which all changes are made.
func TestVisits(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 11))
	for _, size := range [][2]int{{1, 5}, {8, 12}, {37, 13}, {203, 100}, {400, 4}} {
		n, k := size[0], size[1]
		const count = 2*Most + 3
		x, r := testproblems.Normal(rng, count*n, 1), testproblems.Normal(rng, k*n, 1)
		column := func(name int) []float64 { return x[name*n : (name+1)*n] }
		v, want, got := New(n), append([]float64(nil), r...), make([]float64, k)
		for pass := range 3 {
			for name := range count {
				if name%Most == 0 && name < 2*Most {
					v.Begin(r, []int{name, name + 1, name + 2, name + 3, name + 5, name + 6 + pass/2}, column)
				}
				by := make([]float64, k)
				if name%4 > 0 {
					by = testproblems.Normal(rng, k, 0.1)
				}
				if name%Most == 2 {
					continue
				}
				known := v.Products(got, name)
				if expected := name < 2*Most && name%Most < 4; known != expected && name%Most < 4 {
					t.Fatalf("column %d is known: %v", name, known)
				}
				for o := range k {
					row, p := want[o*n:(o+1)*n], floats.Dot(want[o*n:(o+1)*n], column(name))
					if known && !(abs(got[o]-p) <= 1e-12*float64(n)) {
						t.Fatalf("%v: product %g of column %d, one by one %g", size, got[o], name, p)
					}
					floats.AddScaled(row, -by[o], column(name))
					if !known {
						floats.AddScaled(r[o*n:(o+1)*n], -by[o], column(name))
					}
				}
				if known != v.Change(by, name) {
					t.Fatalf("column %d changed: %v", name, !known)
				}
				if !known && floats.Distance(r, want, 2) > 1e-12*float64(n*k) {
					t.Fatalf("%v: residuals are off by %g", size, floats.Distance(r, want, 2))
				}
			}
			v.End()
		}
		if off := floats.Distance(r, want, 2); off > 1e-12*float64(n*k) {
			t.Errorf("%v: residuals are off by %g in the end", size, off)
		}
	}
}

func abs(v float64) float64 { return max(v, -v) }
