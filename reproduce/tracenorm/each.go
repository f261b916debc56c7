package tracenorm

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
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

// addEach adds the values by replication that claims are judged on. Those that begin with each_ are of the method
// alone. Those that begin with met_ compare it with the literal method at the end of the shorter of the two courses,
// in seconds or iterations: where that is, and the relative accuracies of both there.
func addEach(values reproduce.Values, method string, all []pairing) {
	each := func(key string, of func(p pairing) float64) { values["each_"+key] = reproduce.Each(all, of) }
	for work, of := range reachedIn {
		each(work, func(p pairing) float64 { return last(p.course.axisOf(work)) })
		for _, share := range judged {
			each(accuracyKey(work, share), func(p pairing) float64 { return of(p, share) })
		}
	}
	each("accuracy", func(p pairing) float64 { return p.rep.above(p.course.least()) })
	each("rank", func(p pairing) float64 { return last(p.course.Rank) })
	each("best_rank", func(p pairing) float64 { return p.rep.BestRank })
	each("rank_first", func(p pairing) float64 {
		return stat.Mean(p.course.Rank[:before(p.course.Iter, max(firstIterates, p.course.Iter[0]))], nil)
	})
	each("rank_tenth", func(p pairing) float64 {
		return p.course.Rank[max(1, before(p.course.Evals, last(p.course.Evals)/10))-1]
	})
	if _, ok := all[0].rep.Courses[literal]; !ok || method == literal || method == sound {
		return
	}
	for work := range reachedIn {
		end := func(p pairing) float64 {
			return math.Min(last(p.course.axisOf(work)), last(p.rep.Courses[literal].axisOf(work)))
		}
		at := func(p pairing, c course) float64 {
			axis := c.axisOf(work)
			return c.accuracy(axis, math.Max(end(p), axis[0]), p.rep.Best)
		}
		values["met_"+work] = reproduce.Each(all, end)
		values["met_"+work+"_theirs"] = reproduce.Each(all, func(p pairing) float64 { return at(p, p.course) })
		values["met_"+work+"_ours"] = reproduce.Each(all, func(p pairing) float64 { return at(p, p.rep.Courses[literal]) })
	}
}

// addSteps adds how often the literal method changed between Steps 3 and 4, and by how many decades of relative
// accuracy a step of each kind lowered Ψ, per iteration and per second, by replication.
func addSteps(values reproduce.Values, all []pairing) {
	if len(all) == 0 || all[0].course.Steps == nil {
		return
	}
	rates := map[string][]float64{}
	for _, p := range all {
		for key, v := range p.course.Steps.rates(p.rep) {
			rates[key] = append(rates[key], v)
		}
	}
	for key, v := range rates {
		values[key] = v
	}
}

// rates are the values of addSteps for one replication.
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

// addErrors adds the test error at the end of each split; and that where the mean error of the other splits is least,
// with the share of the work at which that is. A minimum that was chosen on the split itself would be below the truth.
func addErrors(values reproduce.Values, all []pairing) {
	values["each_test_error"] = reproduce.Each(all, func(p pairing) float64 { return last(p.course.TestError) })
	if len(all) < 2 {
		return
	}
	var least, shares []float64
	for k, p := range all {
		others := append(append([]pairing(nil), all[:k]...), all[k+1:]...)
		at := errorOverWork(others).least()
		least = append(least, p.course.errorAt(math.Max(at.evals, p.course.Evals[0])))
		shares = append(shares, math.Min(1, at.evals/last(p.course.Evals)))
	}
	values["each_error_least"], values["each_error_least_share"] = least, shares
}

// addStarts adds the mean and the deviation of the test errors at the ends of several courses of a split, by split, and
// all of the first split.
func addStarts(values reproduce.Values, key string, all []pairing, of func(p pairing) []course) {
	var means, spreads []float64
	for _, p := range all {
		found := of(p)
		if len(found) == 0 {
			break
		}
		mean, spread := reproduce.MeanSpread(reproduce.Each(found, func(c course) float64 { return last(c.TestError) }))
		means, spreads = append(means, mean), append(spreads, spread)
	}
	if len(means) == 0 {
		return
	}
	values[key+"_means"], values[key+"_spreads"] = means, spreads
	first := of(all[0])
	values[key+"_error"] = reproduce.Each(first, func(c course) float64 { return last(c.TestError) })
	values[key+"_accuracy"] = reproduce.Each(first, func(c course) float64 { return all[0].rep.above(c.least()) })
}
