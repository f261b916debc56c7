package measures

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Concordance is the share of pairs of times that are known to differ, as the earlier one ended by an event, in which
// the earlier has the higher score, ties of scores by half: Harrell's index. A time that was censored is later than an
// event at the same time. event is nil for events alone. NaN where there is no such pair.
//
// Source: Harrell, Califf, Pryor, Lee, Rosati, Evaluating the Yield of Medical Tests, JAMA 1982.
func Concordance(scores, times []float64, event []bool) float64 {
	if len(scores) != len(times) || event != nil && len(event) != len(times) {
		panic("measures: length mismatch")
	}
	later := newRanks(scores)
	var good, all float64
	for _, at := range fallingTimes(times, event) {
		for _, i := range at.censored {
			later.add(scores[i])
		}
		for _, i := range at.events {
			below, ties := later.count(scores[i])
			good += float64(below) + float64(ties)/2
			all += float64(later.total)
		}
		for _, i := range at.events {
			later.add(scores[i])
		}
	}
	if all == 0 {
		return math.NaN()
	}
	return good / all
}

// atOneTime are the examples of a time.
type atOneTime struct{ events, censored []int }

// fallingTimes are the examples by time, the last time first.
func fallingTimes(times []float64, event []bool) (out []atOneTime) {
	order := make([]int, len(times))
	floats.ArgsortStable(append([]float64(nil), times...), order)
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		if k == len(order)-1 || times[i] != times[order[k+1]] {
			out = append(out, atOneTime{})
		}
		at := &out[len(out)-1]
		if event == nil || event[i] {
			at.events = append(at.events, i)
		} else {
			at.censored = append(at.censored, i)
		}
	}
	return out
}
