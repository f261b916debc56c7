// Package solver holds algorithms as sequences of states, the adaptors around them, and Run.
//
// A solver is a config struct whose zero value works. Its Iterations method returns an infinite sequence: ranging
// over it is running it, break is stopping it, and the loop's body is the callback.
//
//	for st, err := range solver.Timed(gradient.FISTA{}.Iterations(ctx, problem)) {
//		if err != nil || st.Gap < 1e-6*st.Objective {
//			break
//		}
//	}
//
// A sequence ends only when its context does (it then yields the context's error) or when the objective is no longer
// finite (ErrDiverged). Stopping, timing, sampling and evaluating are adaptors, and Run packs the usual ones. A state
// is reused from one iteration to the next: clone what is to be kept.
package solver

import (
	"math"
	"time"
)

// Progress is what every state reports: plain values, NaN where unknown. A Gap or a Residual of 0 is unknown too, so
// that the zero value of a state of one's own claims nothing: see Known.
//
// Gap is a duality gap, with what rounding may have hidden, and nothing else: +Inf where no dual point is feasible, NaN
// where none is looked for. The dual point may be of any split P = f + g. With s ∈ ∂P(w) and P strongly convex of
// modulus σ that of f = P − g and g = (σ/2)‖· − w‖² at s gives
//
//	P(w) − D = g*(−s) + ⟨s, w⟩ = ‖s‖²/(2σ),
//
// the gap of methods that know little more than a gradient. What else a method knows of its point is a field of its own
// state.
type Progress struct {
	Iter      int           // iterations (passes over the data, for online methods) done
	Objective float64       // P at the state's point
	Residual  float64       // ‖x − prox_{γg}(x − γ∇f(x))‖/γ at the state's point, or what the state says it is
	Gap       float64       // a duality gap at the state's point, P less a dual objective: P − P* is no more. See below.
	Rounding  float64       // what of Gap is the bound of rounding, below which it does not fall; 0 or NaN where unknown
	Step      float64       // stepsize γ or η last used
	Evals     int           // oracle calls: gradients and objective values, or examples for online methods
	Elapsed   time.Duration // time spent in the solver, filled by Timed
}

// Report returns the progress itself; states embed Progress and so are Reporters.
func (p *Progress) Report() *Progress { return p }

// Left is what of the gap is not the bound of rounding: what more iterations may take off.
func (p *Progress) Left() float64 {
	if p.Rounding > 0 {
		return math.Max(0, p.Gap-p.Rounding)
	}
	return p.Gap
}

// Unknown is a progress of which nothing is known yet: the start of a solver's state.
func Unknown() Progress {
	nan := math.NaN()
	return Progress{Objective: nan, Residual: nan, Gap: nan, Rounding: nan, Step: nan}
}

// Known is a gap or a residual that may be 0 as a state reports it: the least number there is stands for 0.
func Known(v float64) float64 {
	if v == 0 {
		return math.SmallestNonzeroFloat64
	}
	return v
}

// Reporter is a state with progress to read and to fill in.
type Reporter interface {
	Report() *Progress
}

// Pointed is a state with a point: X copies it to dst, or to a new slice when dst is too short, and returns it.
type Pointed interface {
	X(dst []float64) []float64
}

// State is a state with progress and a point.
type State interface {
	Reporter
	Pointed
}
