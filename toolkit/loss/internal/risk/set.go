// Package risk has sums of exponentials over examples at risk, none of which overflows: over those seen so far,
// and over ranges of times, by additions alone.
package risk

import "math"

// Set is what is known of Σ_j ω_j exp(f_j) over some examples, as sums of exp(f_j − Most).
type Set struct{ Most, Sum, Moment float64 } // Moment is Σ_j ω_j exp(f_j − Most) (f_j − Most)

// Empty is the sum over no example.
func Empty() Set { return Set{Most: math.Inf(-1)} }

// Add adds an example.
func (r *Set) Add(omega, f float64) {
	if f > r.Most {
		*r = r.from(f)
	}
	e := omega * math.Exp(f-r.Most)
	r.Sum += e
	if e > 0 {
		r.Moment += e * (f - r.Most)
	}
	if math.IsNaN(f) {
		r.Sum = f
	}
}

// from is the same with another Most, which is not less.
func (r Set) from(most float64) Set {
	if r.Most == most || math.IsInf(r.Most, -1) {
		r.Most = most
		return r
	}
	shrink, by := math.Exp(r.Most-most), most-r.Most
	return Set{most, shrink * r.Sum, shrink * (r.Moment - by*r.Sum)}
}

// With has a share of other examples, too.
func (r Set) With(others Set, share float64) Set {
	most := math.Max(r.Most, others.Most)
	r, others = r.from(most), others.from(most)
	r.Sum += share * others.Sum
	r.Moment += share * others.Moment
	return r
}

// Log is log Σ_j ω_j exp(f_j).
func (r *Set) Log() float64 { return r.Most + math.Log(r.Sum) }
