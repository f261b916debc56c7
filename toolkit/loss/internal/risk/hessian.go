package risk

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Time is one of those at which examples are observed, from the last to the first of a stratum, and then of the next.
type Time struct {
	At    []int  // examples
	Tied  []bool // by these: whether it has the share alone in the terms of its own time; nil for none
	Fresh bool   // a stratum begins
	Terms []Term // c log(Σ ω_j exp(f_j)) over what is at risk
}

// Term is c, and the share in Σ of what is tied.
type Term struct{ C, Share float64 }

// Hessian is Σ c (diag(p) − p pᵀ) over terms c log Σ_j ω_j exp(f_j) of risk sets, by places in the order of times.
// With most of a time the largest prediction that is at risk, numbers of a time are times exp(−most): none overflows.
type Hessian struct {
	times  []Time
	s, h   []float64    // ω_i exp(f_i − most), and the diagonal without ppᵀ
	shrink []float64    // by time: exp(most of the time before − most), 0 where a stratum begins
	terms  []curved     // of all times
	sums   [][2]float64 // by time: Σ c⟨p, z⟩/Σω exp over its terms, and that of shares of it
	z      []float64
}

// curved has c/Σ² and the share of a term.
type curved struct{ c, share float64 }

// NewHessian is that of examples with weights ω at predictions f.
func NewHessian(times []Time, omega, f []float64) *Hessian {
	n := len(f)
	q := &Hessian{
		times: times, s: make([]float64, 0, n), h: make([]float64, n), shrink: make([]float64, len(times)),
		sums: make([][2]float64, len(times)), z: make([]float64, n),
	}
	rest, most := 0., math.Inf(-1)
	for k, t := range times {
		if t.Fresh {
			most = math.Inf(-1)
		}
		before := most
		for _, i := range t.At {
			if omega[i] > 0 {
				most = math.Max(most, f[i])
			}
		}
		if !math.IsInf(before, -1) {
			q.shrink[k] = math.Exp(before - most)
		}
		rest *= q.shrink[k]
		tied := 0.
		for place, i := range t.At {
			s := 0.
			if omega[i] > 0 {
				s = omega[i] * math.Exp(f[i]-most)
			}
			if q.s = append(q.s, s); t.Tied != nil && t.Tied[place] {
				tied += s
			} else {
				rest += s
			}
		}
		for _, term := range t.Terms {
			risk := rest + term.Share*tied
			q.terms = append(q.terms, curved{term.C / (risk * risk), term.Share})
			q.sums[k][0] += term.C / risk
			q.sums[k][1] += term.Share * term.C / risk
		}
		rest += tied
	}
	q.spread(func(place, _ int, sum float64) { q.h[place] = q.s[place] * sum })
	return q
}

// spread tells of every place and its example the sum of what its terms have.
func (q *Hessian) spread(tell func(place, i int, sum float64)) {
	sum, place := 0., len(q.s) // of times before, from the first
	for k := len(q.times) - 1; k >= 0; k-- {
		t, of := &q.times[k], q.sums[k]
		place -= len(t.At)
		for at, i := range t.At {
			part := of[0]
			if t.Tied != nil && t.Tied[at] {
				part = of[1]
			}
			tell(place+at, i, sum+part)
		}
		sum = (sum + of[0]) * q.shrink[k]
	}
}

// Times is the product of v, in O(n); dst may alias v. With z = v less its mean in a stratum, which changes nothing but
// rounding, it is Σ c p_i (z_i − ⟨p, z⟩): ⟨p, z⟩ takes sums over risk sets that grow from the last time to the first,
// and what an example has of the terms takes sums from the first time to its own.
func (q *Hessian) Times(dst, v []float64) {
	q.centre(v)
	rest, place, from := 0., 0, 0
	for k := range q.times {
		t := &q.times[k]
		rest *= q.shrink[k]
		tied, of := 0., [2]float64{}
		for at := range t.At {
			if part := q.s[place] * q.z[place]; t.Tied != nil && t.Tied[at] {
				tied += part
			} else {
				rest += part
			}
			place++
		}
		for _, term := range q.terms[from : from+len(t.Terms)] {
			mean := term.c * (rest + term.share*tied)
			of[0] += mean
			of[1] += term.share * mean
		}
		q.sums[k], from = of, from+len(t.Terms)
		rest += tied
	}
	q.spread(func(place, i int, sum float64) { dst[i] = q.h[place]*q.z[place] - q.s[place]*sum })
}

// centre is v by places, less its means in strata.
func (q *Hessian) centre(v []float64) {
	place, from := 0, 0
	for k := range q.times {
		for _, i := range q.times[k].At {
			q.z[place] = v[i]
			place++
		}
		if k+1 == len(q.times) || q.times[k+1].Fresh {
			part := q.z[from:place]
			floats.AddConst(-floats.Sum(part)/float64(len(part)), part)
			from = place
		}
	}
}
