package params

import "gonum.org/v1/gonum/floats"

// average keeps Σ_t θ_t of a lazily scaled θ_t = s_t A_t without touching more than a step does. With S the sum of
// the scales of the rounds so far, a change of A by δ belongs to the rounds to come only, so that
//
//	Σ_t θ_t = total + S A − B,      B the sum of δ·S over the changes,
//
// and what S and B hold is moved to total before A is rescaled or replaced.
type average struct {
	on       bool
	rounds   int
	s        float64
	b, total []float64
}

// start begins a new average for n stored numbers.
func (a *average) start(n int) {
	*a = average{on: true, b: make([]float64, n), total: make([]float64, n)}
}

// tick counts a round at the current scale.
func (a *average) tick(scale float64) {
	if a.on {
		a.rounds++
		a.s += scale
	}
}

// flush moves the sum so far to total: the stored numbers are about to be rescaled or replaced.
func (a *average) flush(stored []float64) {
	if a.on {
		a.sumTo(a.total, stored)
		clear(a.b)
		a.s = 0
	}
}

// sumTo writes Σ_t θ_t to dst, which may be total.
func (a *average) sumTo(dst, stored []float64) {
	copy(dst, a.total)
	floats.AddScaled(dst, a.s, stored)
	floats.Sub(dst, a.b)
}

// mean is the average over the rounds; it panics when none was counted.
func (a *average) mean(stored []float64) []float64 {
	if a.rounds == 0 {
		panic("params: no rounds were averaged; see Average of online.Proximal")
	}
	out := make([]float64, len(stored))
	a.sumTo(out, stored)
	floats.Scale(1/float64(a.rounds), out)
	return out
}
