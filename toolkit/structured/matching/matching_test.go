package matching_test

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured/matching"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// each calls f with every matching.
func each(n, m int, whole bool, f func(y []int)) {
	y, taken := make([]int, n), make([]bool, m)
	var from func(a int)
	from = func(a int) {
		if a == n {
			f(y)
			return
		}
		if !whole {
			y[a] = matching.None
			from(a + 1)
		}
		for b := range m {
			if !taken[b] {
				y[a], taken[b] = b, true
				from(a + 1)
				taken[b] = false
			}
		}
	}
	from(0)
}

func scoreOf(y []int, w []float64, m int) (sum float64) {
	for a, b := range y {
		if b != matching.None {
			sum += w[a*m+b]
		}
	}
	return sum
}

// TestAssign: the best of all matchings, with ties, and with and without those who have nobody.
func TestAssign(t *testing.T) {
	t.Parallel()
	for trial := range 3000 {
		rng := rand.New(rand.NewPCG(uint64(trial), 6))
		n, m, whole := 1+rng.IntN(4), 1+rng.IntN(5), trial%2 == 0
		if whole {
			m = max(n, m)
		}
		w := make([]float64, n*m)
		for k := range w {
			if w[k] = rng.NormFloat64(); trial%3 == 0 {
				w[k] = math.Round(w[k])
			}
		}
		best := math.Inf(-1)
		each(n, m, whole, func(y []int) { best = max(best, scoreOf(y, w, m)) })
		y := make([]int, n)
		score := matching.Assign(y, w, whole)
		if math.Abs(score-best) > 1e-12 || math.Abs(scoreOf(y, w, m)-score) > 1e-12 {
			t.Errorf("trial %d: %v scores %g, said to be %g, and the best %g", trial, y, scoreOf(y, w, m), score, best)
		}
		if err := (&matching.Matchings{Y: [][]int{y}, Right: []int{m}, Whole: whole}).Check(); err != nil {
			t.Errorf("trial %d: %v", trial, err)
		}
	}
	if v := matching.Assign(make([]int, 1), []float64{1, math.NaN()}, true); v == v {
		t.Errorf("NaN among the scores: %g", v)
	}
}

// TestHinge: it is what it says, with all matchings, and is learned with a certificate.
func TestHinge(t *testing.T) {
	t.Parallel()
	for _, whole := range []bool{false, true} {
		d := &matching.Matchings{Y: [][]int{{1, 0}, {2, 0, 1}, {1}}, Right: []int{2, 3, 3}, Whole: whole}
		if !whole {
			d.Y[1][1], d.Y[2][0] = matching.None, matching.None
		}
		rng := rand.New(rand.NewPCG(2, 2))
		x := linalg.NewDense(d.Rows(), 2, nil)
		for k := range x.Data {
			x.Data[k] = rng.NormFloat64()
		}
		create := func() toolkit.Params {
			return params.NewModel([]params.Block{params.NewExplicit(matching.Pair, x, 1)})
		}
		all := toolkittest.Outputs(func(i int, p toolkit.Params) iter.Seq2[string, float64] {
			return func(yield func(string, float64) bool) {
				truth, m, first := d.Y[i], d.Right[i], 0
				for k := range i {
					first += len(d.Y[k]) * d.Right[k]
				}
				w := make([]float64, len(truth)*m)
				for k := range w {
					p.Scores(w[k:k+1], matching.Pair, first+k)
				}
				each(len(truth), m, whole, func(y []int) {
					v := scoreOf(y, w, m) - scoreOf(truth, w, m)
					for a, b := range y {
						if b != truth[a] {
							v++
						}
					}
					yield(fmt.Sprint("matching ", y), v)
				})
			}
		})
		if err := toolkittest.Oracle(&matching.Hinge{Data: d}, create, all); err != nil {
			t.Errorf("whole %t: %v", whole, err)
		}
		method := risk.BlockFrankWolfe{Mu: 0.1, Pairwise: true, Params: create()}
		seq := method.Iterations(t.Context(), &matching.Hinge{Data: d})
		if res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-6), solver.MaxIter(2000))); err != nil ||
			res.Status != solver.Converged {
			t.Errorf("%s, %v", res.Status, err)
		}
	}
	for says, d := range map[string]matching.Matchings{
		"of 0 examples":                  {},
		"left things 1 and 2 both":       {Y: [][]int{{1, 1}}, Right: []int{2}},
		"left thing 1 goes with 2":       {Y: [][]int{{2}}, Right: []int{2}},
		"left thing 1 goes with -1":      {Y: [][]int{{-1}}, Right: []int{2}, Whole: true},
		"1 right things for 2 left ones": {Y: [][]int{{0, -1}}, Right: []int{1}, Whole: true},
	} {
		if err := d.Check(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q is not in: %v", says, err)
		}
	}
}
