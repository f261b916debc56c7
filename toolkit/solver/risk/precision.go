package risk

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Precise is a toolkit.Params that knows the unit roundoff of what it stores, and the most terms that a score is a sum
// of, as those of package params do.
type Precise interface {
	Precision() (unit float64, terms int)
}

// Where parameters do not tell: as those of numbers of 53 bits and a million features.
const (
	usualUnit  = 0x1p-53
	manyTerms  = 1 << 20
	otherTerms = 64 // roundings beside those of long sums
)

// sizes are the lengths of the updates that an oracle makes, of which bounds of rounding are shares: to first order, a
// loss of example i is off by at most γ(|ℓ_i| + ‖θ‖ G_i) where G_i is the most that Σ_p |Value_p| ‖φ(Row_p)‖ is over
// the parts of its updates, and γ the unit roundoff times the terms of a score.
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1.
type sizes struct {
	p       toolkit.Params
	unit    float64     // of what is stored
	gamma   float64     // of a score
	rows    [][]float64 // of a family: ‖φ(row)‖, NaN where not yet known
	most    []float64   // G_i
	sum     float64     // Σ G_i
	largest float64     // max G_i
	one     toolkit.Update
	longest int // the most parts of an update
}

func newSizes(p toolkit.Params, examples int) *sizes {
	s := &sizes{p: p, unit: usualUnit, most: make([]float64, examples)}
	terms := manyTerms
	if known, ok := p.(Precise); ok {
		s.unit, terms = known.Precision()
	}
	s.gamma = usualUnit * float64(terms+otherTerms)
	return s
}

// of is Σ_p |Value_p| ‖φ(Row_p)‖ of an update of example i, and remembers it.
func (s *sizes) of(i int, u *toolkit.Update) (size float64) {
	for _, p := range u.Parts {
		size += math.Abs(p.Value) * s.row(p.Family, p.Row)
	}
	if size > s.most[i] {
		s.sum += size - s.most[i]
		s.most[i], s.largest = size, max(s.largest, size)
	}
	s.longest = max(s.longest, len(u.Parts))
	return size
}

// row is ‖φ(row)‖.
func (s *sizes) row(family, row int) float64 {
	for len(s.rows) <= family {
		s.rows = append(s.rows, nil)
	}
	for len(s.rows[family]) <= row {
		s.rows[family] = append(s.rows[family], math.NaN())
	}
	if v := s.rows[family][row]; v == v {
		return v
	}
	s.one.Reset()
	s.one.Add(family, row, 0, 1)
	_, squared := s.p.InnerProducts(&s.one)
	s.rows[family][row] = math.Sqrt(math.Max(0, squared))
	return s.rows[family][row]
}

// reach bounds ‖θ‖ of all θ = −ḡ/μ that are made of such updates, and of the minimizer.
func (s *sizes) reach(mu float64) float64 { return s.sum / float64(len(s.most)) / mu }
