package cholesky

import (
	"math"
	"math/rand/v2"
	"slices"
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

// TestRenew: with another diagonal, rows that stay make a factor without their entries, but for those of which nothing
// is left beside the ones before; rows that come and go before and after are where they should be.
func TestRenew(t *testing.T) {
	t.Parallel()
	for _, size := range []int{6, 100} {
		rng := rand.New(rand.NewPCG(7, 9))
		f, entries, in := Factor{Keeps: true}, make([][]float64, size+1), []int{}
		for i := range entries {
			entries[i] = make([]float64, i)
			for j := range i {
				entries[i][j] = rng.NormFloat64()
			}
		}
		come := func(i int, diagonal float64) {
			column := make([]float64, len(in))
			for at, j := range in {
				column[at] = entries[max(i, j)][min(i, j)]
			}
			if !f.Append(column, diagonal, 1e-9) {
				t.Fatalf("size %d: row %d is left out", size, i)
			}
			in = append(in, i)
		}
		for i := range size {
			come(i, 1e4)
		}
		f.Remove(2)
		in = append(in[:2], in[3:]...)
		for turn, small := range []int{-1, 3} {
			which, diagonal, want := []int{}, []float64{}, []int{}
			for at, i := range in {
				if at == 1 {
					continue
				}
				if which, diagonal = append(which, at), append(diagonal, 2e4); i == small {
					diagonal[len(diagonal)-1] = 1e-9
				} else {
					want = append(want, i)
				}
			}
			var got []int
			for _, at := range f.Renew(which, diagonal, 1e-9) {
				got = append(got, in[at])
			}
			if in = want; !slices.Equal(got, want) {
				t.Fatalf("size %d: rows %v stay, not %v", size, got, want)
			}
			if turn == 0 {
				come(size, 2e4)
			}
			for at, i := range in {
				for before, j := range in[:at+1] {
					want := 2e4
					if i != j {
						want = entries[max(i, j)][min(i, j)]
					}
					if got := floats.Dot(f.rows[at][:before+1], f.rows[before]); math.Abs(got-want) > 1e-7 {
						t.Fatalf("size %d: entry %d, %d of LLᵀ is %g, not %g", size, i, j, got, want)
					}
				}
			}
		}
	}
	f := Factor{}
	if f.Append(nil, 4, 0); f.Renew([]int{0}, []float64{9}, 0) != nil || len(f.rows) > 0 {
		t.Error("entries that were not kept are known")
	}
}
