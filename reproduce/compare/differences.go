package compare

import (
	"slices"

	"github.com/proxlab/proxlab/reproduce/evidence"
)

// Difference is by how much the measure of a method is above that of the reference on a data set, over draws that both
// had. The interval is of 95 % for all differences together that are not the Same (Bonferroni), Decided tells that 0 is
// not in it, and Better that the method is the better one then. Needed is about how many replications would decide one
// that is not; 0 where no number would, or nobody knows.
type Difference struct {
	Method, Data    string
	N               int
	Mean, Low, High float64
	Decided, Better bool
	Same            bool // every run gave the same, to 1e-9 of the values
	Needed          int
}

// Differences compares all methods with the reference, data set by data set. There is none where they have fewer than
// two draws in common: one says nothing of others.
func (s *Scores) Differences() []Difference {
	ref := s.reference()
	var out []Difference
	var effects []evidence.Effect
	for m, name := range s.Methods {
		for d, data := range s.Data {
			if a, b := s.paired(m, ref, d); m != ref && len(a) > 1 {
				out = append(out, Difference{Method: name, Data: data, Same: slices.EqualFunc(a, b, alike)})
				effects = append(effects, evidence.Paired(name+" on "+data, a, b, 0))
			}
		}
	}
	open := slices.DeleteFunc(slices.Clone(out), func(x Difference) bool { return x.Same })
	for i, e := range effects {
		x, miss := &out[i], level/float64(max(1, len(open)))
		x.N, x.Mean = e.N, e.Mean
		x.Low, x.High = e.Interval(s.Planned, miss)
		x.Decided = !x.Same && (x.Low > 0 || x.High < 0)
		x.Better = x.Decided && (x.Low > 0) == s.Higher
		if !x.Decided && !x.Same {
			x.Needed = e.Needed(s.Planned, miss)
		}
	}
	return out
}

// paired are the values of two methods on a data set, draw by draw.
func (s *Scores) paired(a, b, d int) (of, with []float64) {
	for _, r := range s.on(a, d) {
		if other, ok := find(s.on(b, d), r.over); ok {
			of, with = append(of, r.value), append(with, other.value)
		}
	}
	return of, with
}
