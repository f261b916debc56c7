package second_test

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/structured/second"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// every goes through all labellings with their scores, added up here anew.
func every(s *second.Scores, do func(y []int, score float64)) {
	n, c := s.Len(), s.Labels
	y := make([]int, n)
	for {
		score := 0.
		for t, l := range y {
			score += s.Emission[t*c+l]
			if t > 0 {
				score += s.Transition[y[t-1]*c+l]
			}
			if t > 1 {
				score += s.Transition[c*c+y[t-2]*c*c+y[t-1]*c+l]
			}
		}
		do(y, score)
		t := 0
		for ; t < n; t++ {
			if y[t]++; y[t] < c {
				break
			}
			y[t] = 0
		}
		if t == n {
			return
		}
	}
}

// TestByEnumeration: the best labelling, log Z and all marginals are those of all labellings, of large scores, too.
func TestByEnumeration(t *testing.T) {
	t.Parallel()
	trials := 3000
	if testing.Short() {
		trials = 300
	}
	var v second.Viterbi
	var f second.ForwardBackward
	var m second.Marginals
	for trial := range trials {
		rng := rand.New(rand.NewPCG(uint64(trial), 1))
		n, c, scale := 1+rng.IntN(5), 1+rng.IntN(4), math.Pow(10, float64(rng.IntN(5)-1))
		s := &second.Scores{Labels: c, Emission: make([]float64, n*c), Transition: make([]float64, second.Rows(c)*c)}
		for _, of := range [][]float64{s.Emission, s.Transition} {
			for k := range of {
				of[k] = scale * rng.NormFloat64()
			}
		}
		best, all := math.Inf(-1), []float64(nil)
		every(s, func(_ []int, score float64) { best, all = max(best, score), append(all, score) })
		sum := 0.
		for _, w := range all {
			sum += math.Exp(w - best)
		}
		z := best + math.Log(sum)
		y, score := v.Decode(s)
		near := func(what string, a, b float64) {
			if !(math.Abs(a-b) <= 1e-11*(1+scale)) {
				t.Errorf("trial %d: %s is %g, and not %g", trial, what, a, b)
			}
		}
		near("the best score", score, best)
		near("that of the labelling", s.Of(y), best)
		near("log Z", f.Marginals(&m, s), z)
		emission, transition := make([]float64, n*c), make([]float64, second.Rows(c)*c)
		every(s, func(y []int, score float64) {
			p := math.Exp(score - z)
			for t, l := range y {
				emission[t*c+l] += p
				if t > 0 {
					transition[y[t-1]*c+l] += p
				}
				if t > 1 {
					transition[c*c+y[t-2]*c*c+y[t-1]*c+l] += p
				}
			}
		})
		for k, p := range emission {
			near(fmt.Sprint("marginal ", k), m.Emission[k], p)
		}
		for k, p := range transition {
			near(fmt.Sprint("number ", k), m.Transition[k], p)
		}
	}
}

// data are sequences of 3 labels, and models over them.
func data() (*structured.Sequences, func() toolkit.Params) {
	rng := rand.New(rand.NewPCG(2, 2))
	d := &structured.Sequences{Start: []int{0, 1, 3, 7, 11}, Labels: 3}
	x := linalg.NewDense(11, 2, nil)
	for t := range x.R {
		d.Y = append(d.Y, rng.IntN(3))
		x.Row(t)[0], x.Row(t)[1] = rng.NormFloat64(), 1
	}
	return d, func() toolkit.Params {
		return params.NewModel([]params.Block{
			params.NewExplicit(structured.Emission, x, 3),
			params.NewExplicit(structured.Transition, linalg.Identity(second.Rows(3)), 3),
		})
	}
}

// TestLosses: both are what they say, and the hinge that of all labellings; the minimum of the logistic loss is one.
func TestLosses(t *testing.T) {
	t.Parallel()
	d, create := data()
	outputs := func(i int, p toolkit.Params) iter.Seq2[string, float64] {
		return func(yield func(string, float64) bool) {
			y, c := d.Of(i), d.Labels
			s := &second.Scores{
				Labels: c, Emission: make([]float64, len(y)*c), Transition: make([]float64, second.Rows(c)*c),
			}
			for t := range y {
				p.Scores(s.Emission[t*c:(t+1)*c], structured.Emission, d.Start[i]+t)
			}
			for r := range second.Rows(c) {
				p.Scores(s.Transition[r*c:(r+1)*c], structured.Transition, r)
			}
			less := s.Of(y)
			every(s, func(guess []int, score float64) {
				for t, l := range guess {
					if l != y[t] {
						score++
					}
				}
				yield(fmt.Sprint("labels ", guess), score-less)
			})
		}
	}
	if err := toolkittest.Oracle(&second.Loss{Data: d}, create, toolkittest.Outputs(outputs)); err != nil {
		t.Error(err)
	}
	if err := toolkittest.Oracle(&second.Loss{Data: d, CRF: true}, create); err != nil {
		t.Error(err)
	}
	crf := &second.Loss{Data: d, CRF: true}
	for st, err := range (risk.LBFGS{Mu: 0.1, Params: create()}).Iterations(t.Context(), crf) {
		if err != nil || st.Iter > 200 {
			t.Fatalf("%v after %d steps, gap %g", err, st.Iter, st.Gap)
		}
		if st.Gap < 1e-6*st.Objective {
			return
		}
	}
}
