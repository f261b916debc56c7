package rna

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Entries and sums of scaledSums stay between these and their inverses, and κ between this and −κ: products of what
// makes a term then do so above the least float64, and what is lost below it is nothing beside the sum.
const (
	mostEntry = 1e30
	mostSum   = 1e150
	mostKappa = 10
)

// scaledSums is the recursion of Ensemble in exponentials scaled by exp(−κ) a base. Interior loops whose bound is
// negligible beside the sum so far are left out.
type scaledSums struct {
	triangle
	partners
	x     Sequence
	kappa float64
	s     tables    // exponentials of the entries, with the scales of their bases but those of hairpins
	power []float64 // exp(−κℓ)

	c, m2, h  []float64 // h is C with the end of the helix in a multiple loop
	columnsH  []float64 // the same by columns
	columnsM  []float64 // M by columns
	f, m, one []float64 // F, row i of M and O
	singles   sumSingles
	back      scaledBack
	ctx       context.Context // nil for none; when it ends, sums are not complete
}

// sum is log Z; ok says that the numbers stayed in their bounds.
func (e *scaledSums) sum(x Sequence, s *tables) (logZ float64, ok bool) {
	const tries = 4
	e.kappa = 0
	for range tries {
		i := e.forward(x, s)
		if i < 0 {
			return math.Log(e.f[0]) + e.kappa*float64(len(x)), true
		}
		more := math.Log(e.f[i+1]) / float64(len(x)-i-1) // of the bases after those that failed
		if !(math.Abs(more) > 1e-3) || math.IsInf(more, 0) {
			break
		}
		e.kappa += more
	}
	return math.NaN(), false
}

// forward fills in all sums, until the context ends; it returns the row where one left its bounds, or −1.
func (e *scaledSums) forward(x Sequence, s *tables) (failed int) {
	n := len(x)
	e.x = x
	e.triangle.begin(n)
	e.partners.begin(x)
	for _, table := range []*[]float64{&e.c, &e.m2, &e.h, &e.columnsH, &e.columnsM} {
		*table = resize(*table, e.cells())
	}
	e.f, e.m, e.one, e.power = resize(e.f, n+1), resize(e.m, n), resize(e.one, n), resize(e.power, n+1)
	for l := range e.power {
		e.power[l] = math.Exp(-e.kappa * float64(l))
	}
	e.f[n] = 1
	clear(e.one)
	if !e.s.exponentials(s, e.kappa) {
		return n - 1
	}
	e.singles.begin(&e.s, n)
	for i := n - 1; i >= 0 && !ended(e.ctx); i-- {
		if !e.pairs(i) || !e.multiples(i) || !e.outside(i) {
			return i
		}
		e.singles.add(e, i)
	}
	return -1
}

// exponentials fills in those of the entries of others; ok says that they are in their bounds, but for the scale.
func (s *tables) exponentials(of *tables, kappa float64) (ok bool) {
	*s, ok = *of, math.Abs(kappa) <= mostKappa
	s.change(func(row []float64) {
		for k, v := range row {
			row[k] = math.Exp(v)
			ok = ok && within(row[k], mostEntry)
		}
	})
	base := math.Exp(-kappa)
	for left := range s.size {
		for right := range longest + 1 - left {
			s.size[left][right] *= math.Exp(-kappa * float64(left+right))
		}
	}
	floats.Scale(base*base, s.pair[:])
	s.multiUnpaired *= base
	s.outerUnpaired *= base
	return ok
}

// within tells whether a number is between a bound and its inverse.
func within(v, bound float64) bool { return v <= bound && v*bound >= 1 }

// pairs fills in row i of C.
func (e *scaledSums) pairs(i int) bool {
	c := e.row(e.c, i)
	clear(c)
	for _, j := range e.after(e.x[i], i) {
		t := pairType[e.x[i]][e.x[j]]
		around, turn := e.s.mismatch[t][e.x[i+1]][e.x[j-1]], e.s.turn[t][e.x[i+1]][e.x[j-1]]
		v := e.s.hairpin[min(j-i-1, longest)]*e.power[j-i-1]*turn + e.multiple(i, j) + e.stack(i, j, t)
		v += around * e.singles.sum(e, i, j, v/around)
		v *= e.s.pair[t]
		if !within(v, mostSum) {
			return false
		}
		c[j-i] = v
	}
	return true
}

// multiple is all multiple loops that pair (i, j) closes.
func (e *scaledSums) multiple(i, j int) float64 {
	if j-i <= 2 {
		return 0
	}
	return e.m2[e.at(i+1, j-1)] * e.closing(i, j)
}

// closing is what pair (i, j) makes of helices in it.
func (e *scaledSums) closing(i, j int) float64 {
	return e.s.multiLoop * e.s.multiBranch * *e.s.ends(e.x, i, j)
}

// stack is pair (i+1, j−1) in pair (i, j).
func (e *scaledSums) stack(i, j int, t int8) float64 {
	if j-i <= 2 {
		return 0
	}
	inner := pairType[e.x[i+1]][e.x[j-1]]
	if inner < 0 {
		return 0
	}
	return e.s.stack[t][inner] * e.c[e.at(i+1, j-1)]
}

// multiples fills in row i of M₂, M and O.
func (e *scaledSums) multiples(i int) bool {
	n, lone := e.n, e.s.multiUnpaired
	c, h, twoOrMore := e.row(e.c, i), e.row(e.h, i), e.row(e.m2, i)
	m1, m2 := 0.0, 0.0
	for j := i; j < n; j++ {
		k := j - i
		h[k] = 0
		if c[k] > 0 {
			h[k] = c[k] * e.s.multiBranch * *e.s.ends(e.x, j, i)
		}
		columnH := column(e.columnsH, j)
		m2 = lone*m2 + floats.Dot(e.m[i:j], columnH[i+1:])
		m1 = lone*m1 + h[k]
		e.one[j] = lone*e.one[j] + m1
		m := e.one[j] + m2
		if m > 0 && !within(m, mostSum) || !(m >= 0) {
			return false
		}
		e.m[j], twoOrMore[k], columnH[i], column(e.columnsM, j)[i] = m, m2, h[k], m
	}
	return true
}

// outside fills in F(i).
func (e *scaledSums) outside(i int) bool {
	v := e.f[i+1] * e.s.outerUnpaired
	for _, j := range e.after(e.x[i], i) {
		v += e.c[e.at(i, j)] * e.s.outerBranch * *e.s.ends(e.x, j, i) * e.f[j+1]
	}
	e.f[i] = v
	return within(v, mostSum)
}

// inner is D(p, q), C with its mismatch inside another pair.
func (e *scaledSums) inner(p, q int) float64 {
	x := e.x
	return e.c[e.at(p, q)] * e.s.mismatch[pairType[x[q]][x[p]]][x[q+1]][x[p-1]]
}
