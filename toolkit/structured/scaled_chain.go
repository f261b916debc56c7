package structured

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// maxSpread is how far transitions may differ for scaledChain. A label whose emission is so far below the best that its
// exponential underflows, by 745, then has a probability below exp(2·maxSpread − 745), a number with 150 zeros.
const maxSpread = 200

// scaledChain is the forward-backward algorithm on probabilities, scaled to sum to 1 at every position.
type scaledChain struct {
	scores            []float64 // transitions that were met last: those of a batch are all the same
	top               float64   // their largest
	transition        []float64 // exp(transition − its largest)
	emission          []float64 // exp(emission − the position's largest)
	forward, backward []float64
	sums              []float64 // what forward was divided by at each position
}

// fits tells whether transitions differ by maxSpread or less, which NaN and infinities do not, and takes exponentials.
func (f *scaledChain) fits(s *ChainScores) bool {
	if slices.Equal(f.scores, s.Transition) { // never where there is NaN
		return true
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range s.Transition {
		lo, hi = min(lo, v), max(hi, v)
	}
	if !(hi-lo <= maxSpread) {
		return false
	}
	f.scores, f.top = append(f.scores[:0], s.Transition...), hi
	f.transition = zeros(f.transition, len(s.Transition))
	for i, v := range s.Transition {
		f.transition[i] = math.Exp(v - hi)
	}
	return true
}

// forwards fills all but backward and returns the log-partition.
func (f *scaledChain) forwards(s *ChainScores) float64 {
	n, c := s.Len(), s.Labels
	if n == 0 {
		return 0
	}
	f.emission, f.forward, f.sums = zeros(f.emission, n*c), zeros(f.forward, n*c), zeros(f.sums, n)
	log := f.top * float64(n-1)
	for t := range n {
		now, x := f.forward[t*c:(t+1)*c], f.emission[t*c:(t+1)*c]
		log += exponentials(x, s.Emission[t*c:(t+1)*c])
		if t == 0 {
			copy(now, x)
		} else {
			for a, v := range f.forward[(t-1)*c : t*c] {
				floats.AddScaled(now, v, f.transition[a*c:(a+1)*c])
			}
		}
		var sum float64
		for b := range now {
			if t > 0 {
				now[b] *= x[b]
			}
			sum += now[b]
		}
		for b := range now {
			now[b] /= sum
		}
		f.sums[t] = sum
		log += math.Log(sum)
	}
	return log
}

// backwards fills m, which is zero, after forwards.
func (f *scaledChain) backwards(m *ChainMarginals, s *ChainScores) {
	n, c := s.Len(), s.Labels
	if n == 0 {
		return
	}
	f.backward = zeros(f.backward, n*c)
	for b := range c {
		f.backward[(n-1)*c+b] = 1
	}
	for t := n - 1; t > 0; t-- {
		before, now := f.forward[(t-1)*c:t*c], f.backward[t*c:(t+1)*c]
		into := f.emission[t*c : (t+1)*c] // becomes what the step before multiplies
		for b := range into {
			into[b] *= now[b] / f.sums[t]
		}
		for a, v := range before {
			f.backward[(t-1)*c+a] = floats.Dot(f.transition[a*c:(a+1)*c], into)
			floats.AddScaled(m.Transition[a*c:(a+1)*c], v, into)
		}
	}
	floats.Mul(m.Transition, f.transition)
	for i := range m.Emission {
		m.Emission[i] = f.forward[i] * f.backward[i]
	}
}

// exponentials writes exp(x_i − top) to dst and returns top, the largest x_i.
func exponentials(dst, x []float64) (top float64) {
	top = math.Inf(-1)
	for _, v := range x {
		top = max(top, v)
	}
	for i, v := range x {
		dst[i] = math.Exp(v - top)
	}
	return top
}
