package tracenorm

import (
	"math"
)

// What work is measured in.
const (
	inSeconds    = "cpu"
	inIterations = "iterations"
)

// axisOf returns a course's work at its points.
func (c course) axisOf(work string) []float64 {
	if work == inSeconds {
		return c.CPU
	}
	return c.Iter
}

// firstIterates is how many iterates are the early ones.
const firstIterates = 10

// rates are how often the literal method changed between Steps 3 and 4, and by how many decades of relative accuracy a
// step of each kind lowered Ψ, per iteration and per second, on a replication, by the keys of their values.
func (s *steps) rates(rep replication) map[string]float64 {
	var drop, count, cpu [2]float64
	turns := 0.
	for i := 1; i < len(s.CPU); i++ {
		kind := int(s.Restricted[i])
		drop[kind] += math.Log10(rep.above(s.Objective[i-1]) / rep.above(s.Objective[i]))
		count[kind]++
		cpu[kind] += s.CPU[i] - s.CPU[i-1]
		if s.Restricted[i] != s.Restricted[i-1] {
			turns++
		}
	}
	per := func(kind int, work [2]float64) float64 {
		if count[kind] == 0 {
			return 0
		}
		return drop[kind] / work[kind]
	}
	return map[string]float64{
		"turns":                 turns,
		"step3_" + inIterations: per(0, count), "step4_" + inIterations: per(1, count),
		"step3_" + inSeconds: per(0, cpu), "step4_" + inSeconds: per(1, cpu),
	}
}

// leastByOthers is the test error of each split where the mean error of the other splits is least, with the share of
// the work at which that is. A minimum that was chosen on the split itself would be below the truth.
func leastByOthers(all []pairing) (least, shares []float64) {
	for k, p := range all {
		others := append(append([]pairing(nil), all[:k]...), all[k+1:]...)
		at := errorOverWork(others).least()
		least = append(least, p.course.errorAt(math.Max(at.evals, p.course.Evals[0])))
		shares = append(shares, math.Min(1, at.evals/last(p.course.Evals)))
	}
	return least, shares
}
