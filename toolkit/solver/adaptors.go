package solver

import (
	"math"
	"time"
)

// Timed fills Elapsed with the time spent inside the sequence, not in the loop's body. It belongs innermost, right
// around the solver, so that evaluation and drawing are off the clock.
func Timed[S Reporter](seq Seq[S]) Seq[S] {
	return func(yield func(S, error) bool) {
		var spent time.Duration
		start := time.Now()
		for st, err := range seq {
			spent += time.Since(start)
			st.Report().Elapsed = spent
			if !yield(st, err) {
				return
			}
			start = time.Now()
		}
	}
}

// Tee calls f on every state before it is yielded.
func Tee[S Reporter](seq Seq[S], f func(S)) Seq[S] {
	return func(yield func(S, error) bool) {
		for st, err := range seq {
			f(st)
			if !yield(st, err) {
				return
			}
		}
	}
}

// Sample yields only the states whose iteration keep accepts, and any that comes with an error.
func Sample[S Reporter](seq Seq[S], keep func(iter int) bool) Seq[S] {
	return func(yield func(S, error) bool) {
		for st, err := range seq {
			if (err != nil || keep(st.Report().Iter)) && !yield(st, err) {
				return
			}
		}
	}
}

// Every accepts every k-th iteration, for Sample.
func Every(k int) func(iter int) bool {
	return func(iter int) bool { return iter%k == 0 }
}

// Evaluate fills Objective and Gap, a duality gap, at every k-th iteration, where the solver does not have them as a
// by-product. A function that knows one of the two returns NaN for the other, and the state's own value stays. Outside
// Timed it is off the clock.
func Evaluate[S Reporter](seq Seq[S], k int, f func(S) (objective, gap float64)) Seq[S] {
	return Tee(seq, func(st S) {
		p := st.Report()
		if p.Iter%k != 0 {
			return
		}
		objective, gap := f(st)
		if !math.IsNaN(objective) {
			p.Objective = objective
		}
		if !math.IsNaN(gap) {
			p.Gap = gap
		}
	})
}

// Best calls keep on every state whose objective is below all before it: the place to clone the best point so far.
func Best[S Reporter](seq Seq[S], keep func(S)) Seq[S] {
	return func(yield func(S, error) bool) {
		best := math.Inf(1)
		for st, err := range seq {
			if o := st.Report().Objective; o < best {
				best = o
				keep(st)
			}
			if !yield(st, err) {
				return
			}
		}
	}
}

// FirstWeights leaves out of points what follows so many weights: unpenalized ones, where a gap is that at their best
// values.
func FirstWeights(seq Seq[State], size int) Seq[State] {
	return func(yield func(State, error) bool) {
		for st, err := range seq {
			if !yield(firstWeights{st, size}, err) {
				return
			}
		}
	}
}

type firstWeights struct {
	State
	size int
}

// X copies the first weights.
func (s firstWeights) X(dst []float64) []float64 { return s.State.X(dst)[:s.size] }
