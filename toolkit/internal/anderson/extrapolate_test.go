package anderson_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/anderson"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestExtrapolate finds the limit of x ← D x + b for a D of three distinct entries from five points.
func TestExtrapolate(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	const d = 9
	rate := []float64{0.9, 0.5, -0.7}
	b, limit := random(rng, d), make([]float64, d)
	points := [][]float64{random(rng, d)}
	for j := range limit {
		limit[j] = b[j] / (1 - rate[j%3])
	}
	for range 4 {
		x := make([]float64, d)
		for j, v := range points[len(points)-1] {
			x[j] = rate[j%3]*v + b[j]
		}
		points = append(points, x)
	}
	got := make([]float64, d)
	if !anderson.Extrapolate(got, points, len(got)) || !floats.EqualApprox(got, limit, 1e-4) {
		t.Errorf("%v, the limit is %v", got, limit)
	}
	same := [][]float64{b, b, b}
	if copy(got, limit); anderson.Extrapolate(got, same, len(got)) || !floats.Equal(got, limit) {
		t.Error("a sequence that stands was extrapolated")
	}
	if anderson.Extrapolate(nil, [][]float64{nil, nil, nil}, 0) {
		t.Error("points without coordinates were extrapolated")
	}
}

// TestColumns compares products with columns with those of the matrix.
func TestColumns(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 6))
	dense := linalg.NewDense(5, 3, random(rng, 15))
	sparse := linalg.NewCSR(4, 3, []int{0, 2, 2, 3, 5}, []int32{0, 2, 1, 0, 1}, []float64{1, 2, 3, 4, 5})
	for name, a := range map[string]linalg.Map{"dense": dense, "sparse": sparse} {
		r, c := a.Dims()
		columns := linalg.Columns(a)
		if cr, cc := columns.Dims(); cr != c || cc != r {
			t.Fatalf("%s: the columns of %d×%d are %d×%d", name, r, c, cr, cc)
		}
		x, y := random(rng, c), random(rng, r)
		ax, aty, other := make([]float64, r), make([]float64, c), make([]float64, c)
		a.MulVec(ax, x)
		columns.MulVec(aty, y)
		a.MulTransVec(other, y)
		if !floats.EqualApprox(aty, other, 1e-12) || !(math.Abs(floats.Dot(ax, y)-floats.Dot(x, aty)) < 1e-12) {
			t.Errorf("%s: the columns are others", name)
		}
	}
}

func random(rng *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.NormFloat64()
	}
	return out
}
