package linalg_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestColumnNorms: the same of every kind of matrix that enumerates its entries, and no less of any other map.
func TestColumnNorms(t *testing.T) {
	t.Parallel()
	dense := linalg.NewDense(6, 4, random(rand.New(rand.NewPCG(9, 9)), 24))
	dense.Row(2)[1], dense.Row(4)[3] = 0, 0
	want := make([]float64, 4)
	for j := range want {
		column := make([]float64, 6)
		linalg.Column(column, dense, j)
		want[j] = floats.Norm(column, 2)
	}
	for name, a := range map[string]linalg.Map{
		"dense": dense, "sparse": linalg.ToCSR(dense), "entries": struct{ linalg.Entries }{dense},
	} {
		if got := linalg.ColumnNorms(a); !floats.EqualApprox(got, want, 1e-14) {
			t.Errorf("%s: %v, they are %v", name, got, want)
		}
	}
	for j, norm := range linalg.ColumnNorms(struct{ linalg.Map }{dense}) {
		if norm < want[j] {
			t.Errorf("column %d of a map has at most the norm %g, it has %g", j, norm, want[j])
		}
	}
}
