package structured_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// polytope is the highest score over the local polytope, by the simplex method.
func polytope(t *testing.T, s *structured.LabelScores) float64 {
	n, pairs := s.Labels, len(s.Pair)
	rows, columns := n+3*pairs, n+pairs+n+3*pairs // y, z, and a slack for each inequality
	a, b, c := mat.NewDense(rows, columns, nil), make([]float64, rows), make([]float64, columns)
	row := 0
	inequality := func(most float64, of map[int]float64) {
		for k, v := range of {
			a.Set(row, k, v)
		}
		a.Set(row, n+pairs+row, 1)
		b[row] = most
		row++
	}
	for l, v := range s.Single {
		c[l] = -v
		inequality(1, map[int]float64{l: 1})
	}
	pair := n
	for p := range n {
		for q := p + 1; q < n; q++ {
			c[pair] = -s.Pair[pair-n]
			inequality(0, map[int]float64{pair: 1, p: -1})
			inequality(0, map[int]float64{pair: 1, q: -1})
			inequality(1, map[int]float64{pair: -1, p: 1, q: 1})
			pair++
		}
	}
	value, _, err := lp.Simplex(c, a, b, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return -value
}

// TestRoofDuality: its value is that of the linear program, never below the best set's and equal to it where no pair
// scores below 0; labels that are 0 or 1 are so in a best set; and what Improve makes of it no single change makes
// better.
func TestRoofDuality(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(43, 44))
	var r structured.RoofDuality
	halves, whole := 0, 0
	for turn := range 400 {
		s := randomLabelScores(rng, 1+turn%7, 1)
		attractive := turn%4 == 0
		for k, v := range s.Pair {
			if attractive {
				s.Pair[k] = math.Abs(v)
			}
		}
		best, _, _ := byAllSets(s)
		y := make([]float64, s.Labels)
		got := r.Decode(y, s)
		if got < best-1e-12 || attractive && got > best+1e-12 ||
			s.Labels < 5 && !testproblems.Near(got, polytope(t, s), 1e-9) {
			t.Fatalf("%v: the relaxation has %g, the best set %g", s, got, best)
		}
		agrees := math.Inf(-1)
		testproblems.EachLabelling(s.Labels, 2, func(set []int) {
			for l, v := range y {
				if v != 0.5 && v != float64(set[l]) {
					return
				}
			}
			agrees = max(agrees, plainScore(s, set))
		})
		if !testproblems.Near(agrees, best, 1e-12) {
			t.Fatalf("%v: the best set with %v scores %g, of all %g", s, y, agrees, best)
		}
		for _, v := range y {
			if v == 0.5 {
				halves++
			} else {
				whole++
			}
		}
		improved(t, s, y, best)
	}
	if halves < 50 || whole < 50 {
		t.Errorf("%d labels are ½, and %d not: this tests too little", halves, whole)
	}
}

// improved checks what Improve makes of a point.
func improved(t *testing.T, s *structured.LabelScores, y []float64, best float64) {
	t.Helper()
	got := s.Improve(y)
	if got > best+1e-12 || got != s.Of(y) {
		t.Fatalf("%v: %v scores %g, and the best set %g", s, y, got, best)
	}
	for l := range y {
		y[l] = 1 - y[l]
		if s.Of(y) > got+1e-12 {
			t.Fatalf("%v: to change label %d makes %v better than %g", s, l, y, got)
		}
		y[l] = 1 - y[l]
	}
}
