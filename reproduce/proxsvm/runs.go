package proxsvm

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// reached is what the methods reached on a set, run by run; the third is Proximal under a reading.
type reached struct {
	set
	optimum      float64
	loss, passes [3][]float64 // passes are NaN where a method never beat w = 0
}

// reachedOn reads what was reached on those sets of the paper that a table has and are wanted.
func reachedOn(t *reproduce.Table, method string, wanted func(s set) bool) (out []reached) {
	for _, s := range sets {
		r, ok := t.Row(s.id)
		if !ok || r.Status() != "" || math.IsNaN(s.paper.loss[0]) || !wanted(s) {
			continue
		}
		of := reached{set: s, optimum: optimum.In(r)}
		for k, m := range [3]string{pegasos, adaptive, method} {
			of.loss[k], of.passes[k] = losses.runs(m).In(r), passesTo99.runs(m).In(r)
		}
		out = append(out, of)
	}
	return out
}

// inRuns tells of every set in which runs it is as is says.
func inRuns(all []reached, is func(a reached, k int) bool) (out []evidence.Runs) {
	for _, a := range all {
		n := math.MaxInt
		for m := range a.loss {
			n = min(n, len(a.loss[m]), len(a.passes[m]))
		}
		out = append(out, evidence.Runs{Name: a.id, Seen: each(n, func(k int) bool { return is(a, k) })})
	}
	return out
}

// each tells of n runs whether they are as is says.
func each(n int, is func(k int) bool) []bool {
	out := make([]bool, n)
	for k := range out {
		out[k] = is(k)
	}
	return out
}

// isBest tells that Proximal's loss is the least, to the paper's four digits.
func isBest(a reached, k int) bool {
	digits := func(m int) float64 { return math.Round(1e4 * a.loss[m][k]) }
	return digits(2) <= min(digits(0), digits(1))
}

// isQuickest tells that Proximal converged in fewer passes than either of the others. One that never beat w = 0 has not
// converged.
func isQuickest(a reached, k int) bool {
	needed := func(m int) float64 {
		if v := a.passes[m][k]; !math.IsNaN(v) {
			return v
		}
		return math.Inf(1)
	}
	return needed(2) < min(needed(0), needed(1))
}

// othersConverge tells that both others beat w = 0 in all runs.
func othersConverge(a reached) bool {
	return !slices.ContainsFunc(a.passes[0], math.IsNaN) && !slices.ContainsFunc(a.passes[1], math.IsNaN)
}

// asGood tells that Proximal's loss is at most 1 % above the lesser of the others.
func asGood(a reached, k int) bool { return a.loss[2][k] <= 1.01*min(a.loss[0][k], a.loss[1][k]) }

// halfAsFar tells that Proximal's loss is at most half as far above the optimum, or above 0 where there are too many
// features to know it, as the lesser of the others.
func halfAsFar(a reached, k int) bool {
	if math.IsNaN(a.optimum) {
		a.optimum = 0
	}
	return 2*(a.loss[2][k]-a.optimum) <= min(a.loss[0][k], a.loss[1][k])-a.optimum
}
