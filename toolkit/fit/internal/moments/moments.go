// Package moments knows examples by their first and second moments: all that least squares ask for, up to rounding,
// of which it keeps count.
package moments

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Moments are first and second moments of the d features and k targets of some examples, with weights c_i that are not
// scaled, about a point near their means: G = Σ_i c_i z_i z_iᵀ with z = (x − s, y − t, 1).
type Moments struct {
	gram  []float64 // G, (d+k+1)×(d+k+1)
	d     int
	at    []float64 // (s, t)
	terms int       // additions behind an entry, at most
}

// pilot is how many examples say where the means are about.
const pilot = 256

// Around is a point near the means of examples with targets n×k, all where rows is nil: those of the first few, exactly
// the value of what is constant there.
//
// However examples are ordered, the variance of a column is at least its share in the first B of n times the square of
// what these are off the mean, so that moments about this point lose a factor 1 + n/B to cancellation at most.
func Around(x linalg.StoredRows, y []float64, rows []int) (at []float64) {
	n, d := x.Dims()
	few, k := min(pilot, n), len(y)/n
	if rows != nil {
		few = min(pilot, len(rows))
	}
	row := func(i int) (features, targets []float64) {
		if rows != nil {
			i = rows[i]
		}
		_, features = x.Stored(i)
		return features, y[i*k : (i+1)*k]
	}
	if !linalg.IsDense(x) {
		return aroundSparse(y[:few*k], d, k)
	}
	first := slices.Concat(row(0))
	at = make([]float64, d+k)
	for i := range few {
		features, targets := row(i)
		floats.Add(at[:d], features)
		floats.Add(at[d:], targets)
		floats.Sub(at, first)
	}
	floats.Scale(1/float64(few), at)
	floats.Add(at, first)
	return at
}

// Of are those of some examples with weight, in that order; of all where rows is nil. The features are dense, c_i = 1
// where c is nil. When the context ends, they are not complete.
func Of(ctx context.Context, x linalg.Map, y, at, c []float64, rows []int) *Moments {
	n, d := x.Dims()
	if rows != nil {
		n = len(rows)
	}
	if !linalg.IsDense(x) {
		gram, terms := sparseGram(ctx, x.(linalg.Rows), y, at[d], c, rows) //nolint:errcheck // sparse matrices have rows
		return &Moments{gram: gram, d: d, at: at, terms: terms}
	}
	gram := linalg.ShiftedGram(ctx, x, y, at[:d], at[d:], c, rows)
	return &Moments{gram: gram, d: d, at: at, terms: linalg.GramTerms(n, len(at)+1)}
}

// Whole are the moments of all examples, from those of parts about one point which hold each as often.
func Whole(parts []*Moments, times int) *Moments {
	out := *parts[0]
	out.gram = make([]float64, len(out.gram))
	for _, part := range parts {
		floats.AddScaled(out.gram, 1/float64(times), part.gram)
		out.terms = max(out.terms, part.terms)
	}
	out.terms += len(parts)
	return &out
}

// Weight is Σ c_i.
func (m *Moments) Weight() float64 { return m.gram[len(m.gram)-1] }

// Minus are the moments of the others, of whole ones and of some.
func (m *Moments) Minus(some *Moments) *Moments {
	out := *m
	out.gram = make([]float64, len(m.gram))
	floats.SubTo(out.gram, m.gram, some.gram)
	out.terms += some.terms
	return &out
}

// Holds tells whether as much is left of every column's square, about the point and about the mean, as keeps the digits
// of differences.
func (m *Moments) Holds(whole *Moments) bool {
	size := len(m.at) + 1
	for j := range m.at {
		square, first := m.gram[j*(size+1)], m.gram[j*size+size-1]
		if !(square >= whole.gram[j*(size+1)]/4 && square-first*first/m.Weight() >= square/pilot) {
			return false
		}
	}
	return m.Weight() >= whole.Weight()/4
}

// Central are moments of Features and targets about the means, or about 0: second moments, (d+k)×(d+k), of weights that
// sum to 1, and the means (x̄, ȳ), as they are rounded and what that took from them. Sizes are N_j with |error of entry
// i, j| ≤ γ N_i N_j and γ = Roundings(Terms).
type Central struct {
	Second, Mean, Off, Sizes []float64
	Features, Terms          int
}

// Central takes moments about (s, t) to their means, or, without an intercept, to 0.
func (m *Moments) Central(intercept bool) *Central {
	k := len(m.at)
	size := k + 1
	c := &Central{
		Second: make([]float64, k*k), Mean: make([]float64, k), Off: make([]float64, k), Sizes: make([]float64, k),
		Features: m.d, Terms: 3*m.terms + 8,
	}
	weight := m.Weight()
	first := make([]float64, k) // (x̄, ȳ) − (s, t)
	for j := range k {
		first[j] = m.gram[j*size+k] / weight
		c.Sizes[j] = math.Sqrt(m.gram[j*(size+1)] / weight)
		if intercept {
			c.Mean[j] = m.at[j] + first[j]
			c.Off[j] = (m.at[j] - c.Mean[j]) + first[j]
		}
	}
	for i := range k {
		for j := range k {
			v := m.gram[i*size+j]/weight - first[i]*first[j]
			if !intercept { // (s, t) is 0
				v = m.gram[i*size+j] / weight
			}
			c.Second[i*k+j] = v
		}
	}
	return c
}

// Scale makes them those of features divided by scale; nil for 1.
func (c *Central) Scale(scale []float64) {
	k := len(c.Sizes)
	for j, s := range scale {
		for i := range k {
			c.Second[i*k+j] /= s
			c.Second[j*k+i] /= s
		}
		c.Sizes[j] /= s
	}
}

// Examples are as few examples as have these second moments, but for those of two targets, weights 1/(d + 1) each: with
// L Lᵀ the moments,
//
//	Σ_i c_i ½‖Wᵀx_i − y_i‖² = ½‖X'W − Y'‖²,      (X' Y') = Lᵀ,
//
// for all W, where of the last k rows of Lᵀ only a target's norm counts, which stands in one. The targets are d+1 × k.
// share bounds what the factors make of an entry, as a share of N_i N_j: |LLᵀ − G| is at most γ_{n+1}|L||L|ᵀ, and so
// γ_{n+1}(G_ii G_jj)^½, but where a column depends on those before, of which the factor has none.
//
// Source of the bound: Higham, Accuracy and Stability of Numerical Algorithms, 2002, Theorem 10.3.
func (c *Central) Examples() (x *linalg.Dense, y []float64, share float64) {
	size, d := len(c.Sizes), c.Features
	l := linalg.CholeskyOfGram(append([]float64(nil), c.Second...), size)
	var most float64
	for j := range size {
		if room := c.Sizes[j] * c.Sizes[j]; room > 0 {
			most = math.Max(most, c.Second[j*(size+1)]/room)
		}
		for i := j; i < size && l.At(j, j) == 0 && (i == j || j < d); i++ { // but of two targets
			if room := c.Sizes[i] * c.Sizes[j]; room > 0 {
				left := math.Abs(c.Second[i*size+j] - floats.Dot(l.Row(i)[:j+1], l.Row(j)[:j+1]))
				share = math.Max(share, left/room)
			}
		}
	}
	share += Roundings(size+3) * most
	k := size - d
	x, y = linalg.NewDense(d+1, d, nil), make([]float64, (d+1)*k)
	root := math.Sqrt(float64(d + 1)) // each weighs 1/(d + 1)
	for j := range d {
		for i := range j + 1 {
			x.Row(i)[j] = root * l.At(j, i)
		}
	}
	for t := range k {
		of := l.Row(d + t)
		for i, v := range of[:d] {
			y[i*k+t] = root * v
		}
		y[d*k+t] = root * floats.Norm(of[d:d+t+1], 2)
	}
	return x, y, share
}

// Roundings is γ of so many additions: see solver.Rounding.
func Roundings(terms int) float64 { return 0x1p-53 * float64(terms) }

// mostTestShare is how much of a mean squared error may be rounding of moments.
const mostTestShare = 1e-8

// MeanSquaredError is that of weights and an intercept (nil for none) for one target, vᵀGv/Σc with v = (w, −1, b +
// ⟨s, w⟩ − t); ok is false where rounding is too much of it.
func (m *Moments) MeanSquaredError(weights, intercept []float64) (mean float64, ok bool) {
	size, d := m.d+2, m.d
	v := append(append(make([]float64, 0, size), weights...), -1, -m.at[d])
	if intercept != nil {
		v[d+1] = vec.Dot2(intercept[0], append(weights[:d:d], -1), m.at)
	}
	var reach float64
	for j, x := range v {
		mean += x * floats.Dot(m.gram[j*size:(j+1)*size], v)
		reach += math.Abs(x) * math.Sqrt(m.gram[j*(size+1)])
	}
	return mean / m.Weight(), Roundings(2*m.terms+4*size)*reach*reach <= mostTestShare*mean
}

// Within tells whether squares of features and targets are good numbers, as far as their moments tell: those of numbers
// from smallest to largest, with room.
func (c *Central) Within(smallest, largest float64) bool {
	for j, size := range c.Sizes {
		room := math.Max(size, math.Abs(c.Mean[j]))
		if !(size >= 1e10*smallest && room <= largest/1e10) && (j < c.Features || size != 0) {
			return false
		}
	}
	return true
}

// Deviations are what to divide features by, so that their standard deviations are 1; 1 for constants.
func (c *Central) Deviations() []float64 {
	k := len(c.Sizes)
	out := make([]float64, c.Features)
	for j := range out {
		out[j] = math.Sqrt(math.Max(0, c.Second[j*(k+1)]))
		if !(out[j] > 1e-12*math.Abs(c.Mean[j])) || out[j]*out[j] <= Roundings(c.Terms)*c.Sizes[j]*c.Sizes[j] { // constant
			out[j] = 1
		}
	}
	return out
}

// Inverse bounds ‖G⁻¹‖ for features of size 1: by an estimate of the condition number, which is seldom off by more
// than 3, and a trace of d.
func (c *Central) Inverse() float64 {
	k, d := len(c.Sizes), c.Features
	g := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			g.SetSym(i, j, c.Second[i*k+j]/c.Sizes[i]/c.Sizes[j])
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(g) {
		return math.Inf(1)
	}
	return 10 * chol.Cond() * float64(d)
}

// Sampled are the products (1/m) Σ_i (x_i − a)(y_i − b)ᵀ, d×k, of at most so many examples, evenly spread, about a
// point (a, b); with features divided by their root mean square where asked.
func Sampled(x linalg.StoredRows, y, at []float64, most int, scaled bool) []float64 {
	n, d := x.Dims()
	k, count := len(y)/n, min(most, n)
	products, squares, of := make([]float64, d*k), make([]float64, d), make([]float64, k)
	for c := range count {
		i := c * n / count
		floats.SubTo(of, y[i*k:(i+1)*k], at[d:])
		columns, row := x.Stored(i)
		for j, v := range row {
			if columns != nil { // about 0
				j = int(columns[j])
			}
			v -= at[j]
			squares[j] += v * v
			floats.AddScaled(products[j*k:(j+1)*k], v/float64(count), of)
		}
	}
	for j, v := range squares {
		if scaled && v > 0 {
			floats.Scale(math.Sqrt(float64(count)/v), products[j*k:(j+1)*k])
		}
	}
	return products
}
