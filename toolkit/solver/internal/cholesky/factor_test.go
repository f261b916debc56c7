package cholesky

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

func TestFactorFollowsItsRows(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	var f Factor
	var points [][]float64
	for range 200 {
		if len(points) > 0 && rng.IntN(3) == 0 {
			k := rng.IntN(len(points))
			f.Remove(k)
			points = append(points[:k], points[k+1:]...)
		} else if len(points) < 8 {
			x := make([]float64, 8)
			for j := range x {
				x[j] = rng.NormFloat64()
			}
			column := make([]float64, len(points))
			for i, p := range points {
				column[i] = floats.Dot(p, x)
			}
			if !f.Append(column, floats.Dot(x, x), 1e-12) {
				t.Fatal("independent rows are called dependent")
			}
			points = append(points, x)
		}
		for i, p := range points {
			for j := range i + 1 {
				if got, want := floats.Dot(f.rows[i][:j+1], f.rows[j]), floats.Dot(p, points[j]); math.Abs(got-want) > 1e-9 {
					t.Fatalf("entry %d, %d of LLᵀ is %g, not %g", i, j, got, want)
				}
			}
		}
	}
	of := f
	if of.Reset(); len(of.rows) != 0 || !of.Append(nil, 4, 1e-12) || of.rows[0][0] != 2 {
		t.Errorf("after a reset: %v", of.rows)
	}
	f = Factor{}
	for k := range points {
		column := make([]float64, k)
		for i, p := range points[:k] {
			column[i] = floats.Dot(p, points[k])
		}
		f.Append(column, floats.Dot(points[k], points[k]), 1e-12)
	}
	var column []float64 // a copy of the last row
	for _, p := range points {
		column = append(column, floats.Dot(p, points[len(points)-1]))
	}
	if f.Append(column, column[len(column)-1], 1e-12) {
		t.Error("a row that is there already is called independent")
	}
}
