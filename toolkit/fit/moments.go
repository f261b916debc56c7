package fit

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"

	"gonum.org/v1/gonum/floats"
)

// moments are first and second moments of the features and the target of some examples, with weights c_i that are not
// scaled, about a point near their means: G = Σ_i c_i z_i z_iᵀ with z = (x − s, y − t, 1).
type moments struct {
	gram  []float64 // G, (d+2)×(d+2)
	d     int
	at    []float64 // (s, t)
	terms int       // additions behind an entry, at most
}

// pilot is how many examples say where the means are about.
const pilot = 256

// around is a point near the means of examples, all where rows is nil: those of the first few, exactly the value of
// what is constant there.
//
// However examples are ordered, the variance of a column is at least its share in the first B of n times the square of
// what these are off the mean, so that moments about this point lose a factor 1 + n/B to cancellation at most.
func around(x linalg.StoredRows, y []float64, rows []int) (at []float64) {
	few := min(pilot, len(y))
	if rows != nil {
		few = min(pilot, len(rows))
	}
	row := func(k int) []float64 {
		if rows != nil {
			k = rows[k]
		}
		_, values := x.Stored(k)
		return append(values[:len(values):len(values)], y[k])
	}
	first := row(0)
	at = make([]float64, len(first))
	for k := range few {
		floats.Add(at, row(k))
		floats.Sub(at, first)
	}
	floats.Scale(1/float64(few), at)
	floats.Add(at, first)
	return at
}

// momentsOf are those of some examples with weight, in that order; of all where rows is nil. The data are dense.
func (p *Prepared) momentsOf(at []float64, rows []int) *moments {
	n := p.n
	if rows != nil {
		n = len(rows)
	}
	h := p.c
	if h != nil && rows != nil {
		h = selected(h, rows)
	}
	return &moments{
		gram: linalg.ShiftedGram(p.data.X, p.data.Y, at[:p.d], at[p.d], h, rows), d: p.d, at: at,
		terms: linalg.GramTerms(n, p.d+2),
	}
}

// weight is Σ c_i.
func (m *moments) weight() float64 { return m.gram[len(m.gram)-1] }

// minus are the moments of the others, of whole ones and of some.
func (m *moments) minus(some *moments) *moments {
	out := *m
	out.gram = make([]float64, len(m.gram))
	floats.SubTo(out.gram, m.gram, some.gram)
	out.terms += some.terms
	return &out
}

// holds tells whether as much is left of every column's square, about the point and about the mean, as keeps the digits
// of differences.
func (m *moments) holds(whole *moments) bool {
	size := m.d + 2
	for j := range size - 1 {
		square, first := m.gram[j*(size+1)], m.gram[j*size+size-1]
		if !(square >= whole.gram[j*(size+1)]/4 && square-first*first/m.weight() >= square/pilot) {
			return false
		}
	}
	return m.weight() >= whole.weight()/4
}

// central are moments about the means, or about 0: second moments, (d+1)×(d+1), of weights that sum to 1, and the
// means (x̄, ȳ), as they are rounded and what that took from them. sizes are N_j with |error of entry i, j| ≤ γ N_i N_j
// and γ = roundings(terms).
type central struct {
	second, mean, off, sizes []float64
	terms                    int
}

// central takes moments about (s, t) to their means, or, without an intercept, to 0.
func (m *moments) central(intercept bool) *central {
	size, k := m.d+2, m.d+1
	c := &central{
		second: make([]float64, k*k), mean: make([]float64, k), off: make([]float64, k), sizes: make([]float64, k),
		terms: 3*m.terms + 8,
	}
	weight := m.weight()
	first := make([]float64, k) // (x̄, ȳ) − (s, t)
	for j := range k {
		first[j] = m.gram[j*size+k] / weight
		c.sizes[j] = math.Sqrt(m.gram[j*(size+1)] / weight)
		if intercept {
			c.mean[j] = m.at[j] + first[j]
			c.off[j] = (m.at[j] - c.mean[j]) + first[j]
		}
	}
	for i := range k {
		for j := range k {
			v := m.gram[i*size+j]/weight - first[i]*first[j]
			if !intercept { // (s, t) is 0
				v = m.gram[i*size+j] / weight
			}
			c.second[i*k+j] = v
		}
	}
	return c
}

// scaled are the moments of features divided by scale, nil for 1.
func (c *central) scaled(scale []float64) {
	k := len(c.sizes)
	for j, s := range scale {
		for i := range k {
			c.second[i*k+j] /= s
			c.second[j*k+i] /= s
		}
		c.sizes[j] /= s
	}
}

// examples are as few examples as have these second moments, weights 1/(d + 1) each: with L Lᵀ the moments,
//
//	Σ_i c_i ½(⟨x_i, w⟩ − y_i)² = ½‖X'w − y'‖²,      (X' y') = Lᵀ,
//
// for all w. share bounds what the factors make of an entry, as a share of N_i N_j.
func (c *central) examples() (data Data, share float64) {
	k := len(c.sizes)
	d := k - 1
	l := linalg.CholeskyOfGram(append([]float64(nil), c.second...), k)
	for i := range k {
		for j := range i + 1 {
			if room := c.sizes[i] * c.sizes[j]; room > 0 {
				left := math.Abs(c.second[i*k+j] - floats.Dot(l.Row(i)[:j+1], l.Row(j)[:j+1]))
				share = math.Max(share, left/room)
			}
		}
	}
	x := linalg.NewDense(k, d, nil)
	root := math.Sqrt(float64(k)) // each weighs 1/(d + 1)
	for j := range d {
		for i := range j + 1 {
			x.Row(i)[j] = root * l.At(j, i)
		}
	}
	data = Data{X: x, Y: make([]float64, k)}
	floats.ScaleTo(data.Y, root, l.Row(d))
	return data, share
}

// roundings is γ of so many additions: see solver.Rounding.
func roundings(terms int) float64 { return 0x1p-53 * float64(terms) }

// squares tells whether the loss is the squared one of one output, on examples that are stored row by row.
func (p *Prepared) squares() bool {
	_, squares := p.bound.(coordinate.LeastSquares)
	return squares && linalg.IsDense(p.data.X) && p.k == 1 && p.tasks == nil && p.whole.Y != nil
}
