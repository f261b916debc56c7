package loss

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// Cox is the negative logarithm of the partial likelihood of proportional hazards exp(f_i), of examples that are
// watched until the time y_i, when an event happens to them or they are censored,
//
//	L(f) = Σ_{i: event} c_i [log Σ_{j∈R_i} ω_j exp(f_j) − f_i],      R_i = {j : y_j ≥ y_i}, ω_j = n c_j,
//
// where events at the same time have the same risk set R_i (Breslow's ties). A constant added to all f changes
// nothing: there is no intercept.
//
// It is a toolkit.Joint. With p_i the probabilities ω_j exp(f_j)/Σ_{R_i} on R_i, ∇L = Σ_i c_i (p_i − e_i), and s∇L is
// that sum for q_i = s p_i + (1 − s) e_i in the place of p_i. As the conjugate of log Σ_j ω_j exp(f_j) is Σ_j q_j
// log(q_j/ω_j) on the simplex, and that of a sum is at most the sum of conjugates at parts of the point,
//
//	L*(s∇L(f)) ≤ Σ_i c_i Σ_{j∈R_i} q_ij log(q_ij/ω_j),
//
// with equality at s = 1. All of it takes O(n) after sorting.
//
// Source: Cox, Regression Models and Life-Tables, J. R. Statist. Soc. B 1972; Breslow's discussion there, and
// Covariance Analysis of Censored Survival Data, Biometrics 1974.
type Cox struct {
	Y       []float64 // times
	Event   []bool    // whether an event ended the time, or censoring; nil for events alone
	Weights []float64 // c_i ≥ 0; nil for 1/n

	order []int // of falling times; nil to sort anew
}

// Len is the number of examples.
func (l Cox) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Cox) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// Curvature is +Inf: the bound that there is, half the weight of all events, is far from what is met.
func (l Cox) Curvature() float64 { return math.Inf(1) }

// event tells whether the time of an example ended by an event that counts.
func (l Cox) event(i int) bool { return (l.Event == nil || l.Event[i]) && l.Weight(i) > 0 }

// sorted are the examples by falling time.
func (l Cox) sorted() []int {
	if l.order != nil {
		return l.order
	}
	order := make([]int, len(l.Y))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(l.Y[j], l.Y[i]) })
	return order
}

// riskSet is what is known of Σ_j ω_j exp(f_j) over the examples so far, as sums of exp(f_j − most): none overflows.
type riskSet struct{ most, sum, moment float64 } // moment is Σ_j ω_j exp(f_j − most) (f_j − most)

func (r *riskSet) add(omega, f float64) {
	if f > r.most {
		shrink := 0.
		if !math.IsInf(r.most, -1) {
			shrink = math.Exp(r.most - f)
			r.moment = shrink * (r.moment - (f-r.most)*r.sum)
		}
		r.sum *= shrink
		r.most = f
	}
	e := omega * math.Exp(f-r.most)
	r.sum += e
	if e > 0 {
		r.moment += e * (f - r.most)
	}
	if math.IsNaN(f) {
		r.sum = f
	}
}

// log is log Σ_j ω_j exp(f_j).
func (r *riskSet) log() float64 { return r.most + math.Log(r.sum) }

// eachTime calls do for the examples of every time, from the last time to the first, with their risk set.
func (l Cox) eachTime(f []float64, do func(at []int, risk *riskSet)) {
	order, n := l.sorted(), float64(len(l.Y))
	risk := riskSet{most: math.Inf(-1)}
	for lo := 0; lo < len(order); {
		hi := lo
		for ; hi < len(order) && l.Y[order[hi]] == l.Y[order[lo]]; hi++ {
			if i := order[hi]; l.Weight(i) > 0 {
				risk.add(n*l.Weight(i), f[i])
			}
		}
		do(order[lo:hi], &risk)
		lo = hi
	}
}

// ValueGrad is L(f), and its gradient in grad.
func (l Cox) ValueGrad(grad, f []float64) float64 {
	var value float64
	l.eachTime(f, func(at []int, risk *riskSet) {
		for _, i := range at {
			if l.event(i) {
				value += l.Weight(i) * (risk.log() - f[i])
			}
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

// Majorant is h_j = Σ_{i: j∈R_i} c_i p_ij: the Hessian is Σ_i c_i (diag(p_i) − p_i p_iᵀ).
func (l Cox) Majorant(h, f []float64) {
	out := make([]float64, len(h)) // log Σ_{risk set} at events, then h; h may alias f
	l.eachTime(f, func(at []int, risk *riskSet) {
		for _, i := range at {
			out[i] = risk.log()
		}
	})
	order, n := l.sorted(), float64(len(l.Y))
	hazard := riskSet{most: math.Inf(-1)} // Σ c_i exp(−log Σ) over the events so far
	for hi := len(order); hi > 0; {
		lo := hi
		for ; lo > 0 && l.Y[order[lo-1]] == l.Y[order[hi-1]]; lo-- {
			if i := order[lo-1]; l.event(i) {
				hazard.add(l.Weight(i), -out[i])
			}
		}
		for _, i := range order[lo:hi] {
			out[i] = 0
			if c := l.Weight(i); c > 0 && hazard.sum != 0 {
				out[i] = n * c * hazard.sum * math.Exp(f[i]+hazard.most)
			}
		}
		hi = lo
	}
	copy(h, out)
}

// DualBound is Σ_i c_i Σ_j q_ij log(q_ij/ω_j): with m_i = Σ_j p_ij (f_j − log Σ), and the terms of j = i apart,
//
//	s (1 − p_ii) log s + s (m_i − p_ii log(p_ii/ω_i)) + q_ii log(q_ii/ω_i).
func (l Cox) DualBound(f []float64, s float64) (bound, size float64) {
	n := float64(len(l.Y))
	l.eachTime(f, func(at []int, risk *riskSet) {
		for _, i := range at {
			if !l.event(i) {
				continue
			}
			c := l.Weight(i)
			own := f[i] - risk.most - math.Log(risk.sum) // log(p_ii/ω_i)
			p := n * c * math.Exp(own)
			q := s*p + (1 - s)
			terms := [...]float64{
				(1 - p) * xlogx(s), s * risk.moment / risk.sum, -s * math.Log(risk.sum), -s * p * own,
				q * math.Log(q/(n*c)),
			}
			if q == 0 {
				terms[4] = 0
			}
			for _, term := range terms {
				bound += c * term
				size += c * math.Abs(term)
			}
		}
	})
	return bound, size
}

// Bind is the loss with times y, all of which end by an event.
func (l Cox) Bind(y, weights []float64) toolkit.Loss { return l.BindEvents(y, nil, weights) }

// BindEvents is the loss with times y that end by events, or by censoring.
func (l Cox) BindEvents(y []float64, event []bool, weights []float64) toolkit.Loss {
	out := Cox{Y: y, Event: event, Weights: weights}
	out.order = out.sorted()
	return out
}

// CheckTarget says what is wrong with a time.
func (l Cox) CheckTarget(y float64) error {
	if !(y >= 0) {
		return fmt.Errorf("the Cox loss is for times, of 0 or more, and there is a target of %g", y)
	}
	return nil
}

// CheckEvents says that there is no event among the examples.
func (l Cox) CheckEvents() error {
	for i := range l.Y {
		if l.event(i) {
			return nil
		}
	}
	return errors.New("the Cox loss needs an event, and all examples are censored")
}

// Link says that exp(f) is the hazard, relative to others'.
func (l Cox) Link() string { return "hazard" }

// String is the loss's name.
func (l Cox) String() string { return "cox" }
