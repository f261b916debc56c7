package loss

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss/internal/risk"
)

// Cox is the negative logarithm of the partial likelihood of proportional hazards exp(f_i), of examples that are
// watched until the time y_i, when an event happens to them or they are censored,
//
//	L(f) = Σ_{i: event} c_i [log Σ_{j∈R_i} ω_j exp(f_j) − f_i],      R_i = {j : y_j ≥ y_i}, ω_j = n c_j,
//
// where events at the same time have the same risk set R_i (Breslow's ties), or Efron's (see Ties). A constant added to
// all f changes nothing: there is no intercept.
//
// Where an example has entered at a time e_i < y_i, so that it is watched from then on only (or is one of several
// stretches of a patient, whose features change), R_i = {j : e_j < y_i ≤ y_j}.
//
// It is a toolkit.Joint, and the sum of terms c [log Σ_j ω_j exp(f_j) − ⟨a, f⟩], with ω of the term and a on the
// simplex: a = e_i for Breslow's ties. With p the probabilities ω_j exp(f_j)/Σ, ∇L = Σ c (p − a), and s∇L is that sum
// for q = s p + (1 − s) a in the place of p. As the conjugate of log Σ_j ω_j exp(f_j) is Σ_j q_j log(q_j/ω_j) on the
// simplex, and that of a sum is at most the sum of conjugates at parts of the point,
//
//	L*(s∇L(f)) ≤ Σ c Σ_j q_j log(q_j/ω_j),
//
// with equality at s = 1. All of it takes O(n) after sorting, and O(n log n) with entries.
//
// Source: Cox, Regression Models and Life-Tables, J. R. Statist. Soc. B 1972; Breslow's discussion there, and
// Covariance Analysis of Censored Survival Data, Biometrics 1974.
type Cox struct {
	Y       []float64 // times
	Entry   []float64 // e_i, before the times; nil for ever
	Event   []bool    // whether an event ended the time, or censoring; nil for events alone
	Weights []float64 // c_i ≥ 0; nil for 1/n
	Ties    Ties      // of events at one time
	Strata  []int64   // of examples, each of which has hazards of its own: R_i is of the stratum of i; nil for one

	line *risk.Timeline // of Y; nil to sort anew
}

// Len is the number of examples.
func (l Cox) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Cox) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// Curvature is +Inf: the bound that there is, half the weight of all events, is far from what is met.
func (l Cox) Curvature() float64 { return math.Inf(1) }

// event tells whether the time of an example ended by an event that counts.
func (l Cox) event(i int) bool { return (l.Event == nil || l.Event[i]) && l.Weight(i) > 0 }

// ValueGrad is L(f), and its gradient in grad.
func (l Cox) ValueGrad(grad, f []float64) float64 {
	var value float64
	l.eachTerm(f, func(t term) {
		log := t.risk.Log()
		for _, a := range t.parts {
			value += a.mass * (log - f[a.i])
		}
	})
	l.Majorant(grad, f)
	for i := range grad {
		if l.event(i) {
			grad[i] -= l.Weight(i)
		}
	}
	return value
}

// Majorant is h = Σ c p over the terms: the Hessian is Σ c (diag(p) − p pᵀ).
func (l Cox) Majorant(h, f []float64) {
	out := make([]float64, len(h)) // log Σ of the terms of a time, at its events; then h, which may alias f
	l.eachTerm(f, func(t term) { out[t.place] = t.risk.Log() })
	n, line := float64(len(l.Y)), l.times()
	sum := l.hazards()
	var events []int
	for k := line.Count() - 1; k >= 0; k-- {
		at := line.At(k)
		events = l.events(events[:0], at)
		mean := l.mean(events)
		own, tied := risk.Empty(), risk.Empty() // the same for events, whose shares in the terms of their time are less
		for level, i := range events {
			c, share := l.level(events, mean, level)
			own.Add(c, -out[i])
			tied.Add(c*share, -out[i])
		}
		for _, i := range at {
			of := own
			if l.event(i) {
				of = tied
			}
			of = of.With(sum.before(i, k), 1)
			out[i] = 0
			if c := l.Weight(i); c > 0 && of.Sum != 0 {
				out[i] = n * c * of.Sum * math.Exp(f[i]+of.Most)
			}
		}
		sum.put(k, own)
	}
	copy(h, out)
}

// HessianAt is the product with Σ c (diag(p) − p pᵀ), in O(n); nil with entries.
func (l Cox) HessianAt(f []float64) func(dst, v []float64) {
	if l.Entry != nil {
		return nil
	}
	line, omega := l.times(), make([]float64, len(l.Y))
	for i := range omega {
		omega[i] = float64(len(omega)) * l.Weight(i)
	}
	times := make([]risk.Time, line.Count())
	for k := range times {
		at := line.At(k)
		events := l.events(nil, at)
		mean, t := l.mean(events), risk.Time{At: at, Fresh: line.Fresh(k)}
		if l.Ties == Efron && len(events) > 1 {
			t.Tied = make([]bool, len(at))
			for place, i := range at {
				t.Tied[place] = l.event(i)
			}
		}
		for level := range events {
			c, share := l.level(events, mean, level)
			t.Terms = append(t.Terms, risk.Term{C: c, Share: share})
		}
		times[k] = t
	}
	return risk.NewHessian(times, omega, f).Times
}

// DualBound is Σ c Σ_j q_j log(q_j/ω_j): with m = Σ_j p_j (f_j − log Σ) of a term, and those j apart that a has a part
// of,
//
//	s (1 − Σ_a p_j) log s + s (m − Σ_a p_j log(p_j/ω_j)) + Σ_a q_j log(q_j/ω_j).
func (l Cox) DualBound(f []float64, s float64) (bound, size float64) {
	n := float64(len(l.Y))
	l.eachTerm(f, func(t term) {
		add := func(v float64) {
			bound += t.c * v
			size += t.c * math.Abs(v)
		}
		rest, log := 1., math.Log(t.risk.Sum)
		for _, a := range t.parts {
			own := f[a.i] - t.risk.Most - log // log(p_j/ω_j)
			omega := n * l.Weight(a.i) * t.share
			p := omega * math.Exp(own)
			q := s*p + (1-s)*a.mass/t.c
			rest -= p
			add(-s * p * own)
			if q > 0 {
				add(q * math.Log(q/omega))
			}
		}
		add(rest * xlogx(s))
		add(s * t.risk.Moment / t.risk.Sum)
		add(-s * log)
	})
	return bound, size
}

// EachHazard calls do for the rises of the cumulative baseline hazards, those of examples with f = 0, at the times of
// events in strata, each time from the last to the first: the share of those at risk, Σ_i ω_i / Σ_{j∈R} ω_j exp(f_j)
// over the events i of the time by Breslow's ties, and that over its terms by Efron's.
func (l Cox) EachHazard(f []float64, do func(stratum int64, time, rise float64)) {
	n := float64(len(l.Y))
	line := l.times()
	l.eachTerm(f, func(t term) { do(line.Stratum(t.place), l.Y[t.place], n*t.c*math.Exp(-t.risk.Log())) })
}

// Bind is the loss with times y, all of which end by an event.
func (l Cox) Bind(y, weights []float64) toolkit.Loss { return l.BindEvents(y, nil, weights) }

// BindEvents is the loss with times y that end by events, or by censoring.
func (l Cox) BindEvents(y []float64, event []bool, weights []float64) toolkit.Loss {
	return l.BindWatched(y, event, Watched{}, weights)
}

// BindWatched is the loss with times that end by events, or by censoring, in strata and from entries on.
func (l Cox) BindWatched(y []float64, event []bool, of Watched, weights []float64) toolkit.Loss {
	out := Cox{Y: y, Event: event, Weights: weights, Ties: l.Ties, Strata: of.Strata, Entry: of.Entry}
	out.line = out.times()
	return out
}

// CheckTarget says what is wrong with a time.
func (l Cox) CheckTarget(y float64) error {
	if !(y >= 0) {
		return fmt.Errorf("the Cox loss is for times, of 0 or more, and there is a target of %g", y)
	}
	return nil
}

// CheckEvents says that an example enters at the end of its time or later, or that there is no event.
func (l Cox) CheckEvents() error {
	for i, e := range l.Entry {
		if !(e < l.Y[i]) {
			return fmt.Errorf("example %d of those with weight enters at %g and ends at %g: it must enter before", i+1, e,
				l.Y[i])
		}
	}
	for i := range l.Y {
		if l.event(i) {
			return nil
		}
	}
	return errors.New("the Cox loss needs an event, and all examples are censored")
}

// CheckParameter says what is wrong with Ties.
func (l Cox) CheckParameter() error {
	if l.Ties != Breslow && l.Ties != Efron {
		return fmt.Errorf("ties of the Cox loss are Breslow's (%d) or Efron's (%d), not %d", Breslow, Efron, l.Ties)
	}
	return nil
}

// ShiftInvariant is true: a constant that is added to all f cancels.
func (l Cox) ShiftInvariant() bool { return true }

// Link says that exp(f) is the hazard, relative to others'.
func (l Cox) Link() string { return Hazard }

// String is the loss's name.
func (l Cox) String() string { return "cox" }
