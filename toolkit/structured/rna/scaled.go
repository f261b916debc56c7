package rna

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// scaled is the recursion of an Ensemble in plain numbers: sums over structures of k bases are divided by exp(κk), so
// that they stay in range where κ is near (log Z)/n. Products and sums of rows take the place of exponentials and
// logarithms. What is out of range nevertheless is found out by numbers that are not finite; terms that vanish without
// one are below exp(−36) of Z.
type scaled struct {
	s       tables                            // exponentials of scores, with the scale of the bases of each loop
	sizes   [longest + 1][longest + 1]float64 // of loops, by the left side and longest − right side
	hairpin []float64                         // by the number of unpaired bases
	x       Sequence
	n       int
	// Sums, and derivatives of log Z by them: n×n by rows, but m1 by columns. d is c with the end of the helix in an
	// interior loop.
	c, d, m1, one, m2, m       []float64
	pc, pd, pm1, pOne, pm2, pm []float64
	f, pf                      []float64
	mass                       tables
	massOfSizes                [longest + 1][longest + 1]float64
}

// logPartition is log Z by tables of scores; NaN or infinite where κ does not do.
func (q *scaled) logPartition(scores *tables, x Sequence, kappa float64) float64 {
	q.x, q.n = x, len(x)
	n := q.n
	for _, table := range q.tables() {
		if cap(*table) < n*n {
			*table = make([]float64, n*n)
		}
		*table = (*table)[:n*n]
	}
	q.exponentials(scores, kappa)
	for i := n - 1; i >= 0; i-- {
		q.row(i)
	}
	q.f = append(q.f[:0], 1)
	for j := range n {
		sum := q.f[j] * q.s.outerUnpaired
		for i := range j {
			if c := q.c[i*n+j]; c != 0 {
				sum += q.f[i] * c * q.outerEnd(i, j)
			}
		}
		q.f = append(q.f, sum)
	}
	return math.Log(q.f[n]) + kappa*float64(n)
}

func (q *scaled) tables() []*[]float64 {
	return []*[]float64{&q.c, &q.d, &q.m1, &q.one, &q.m2, &q.m, &q.pc, &q.pd, &q.pm1, &q.pOne, &q.pm2, &q.pm}
}

// exponentials fills in the factors of loops.
func (q *scaled) exponentials(scores *tables, kappa float64) {
	q.s = *scores
	q.s.each(func(entry *float64, _ func(add counter)) { *entry = math.Exp(*entry) })
	two := math.Exp(-2 * kappa)
	for t := range q.s.stack {
		floats.Scale(two, q.s.stack[t][:])
	}
	// each passes over what unknown bases have, which is 0.
	q.s.bulged[Unknown] = 1
	for a := range q.s.oneByOne {
		q.s.oneByOne[a][Unknown], q.s.oneByOne[Unknown][a] = 1, 1
	}
	q.s.multiUnpaired *= math.Exp(-kappa)
	q.s.outerUnpaired *= math.Exp(-kappa)
	q.s.multiLoop *= two
	for left := range q.sizes {
		for right := range longest + 1 - left {
			if left+right > 0 {
				q.s.size[left][right] *= math.Exp(-kappa * float64(left+right+2))
			}
			q.sizes[left][longest-right] = q.s.size[left][right]
		}
	}
	q.sizes[0][longest] = 0 // a stack
	q.hairpin = q.hairpin[:0]
	for k := range q.n {
		q.hairpin = append(q.hairpin, q.s.hairpin[min(k, longest)]*math.Exp(-kappa*float64(k+2)))
	}
}

// row fills in all sums from place i.
func (q *scaled) row(i int) {
	n, x := q.n, q.x
	single := 0.0 // M₁(i, j)
	for j := i; j < n; j++ {
		at := i*n + j
		q.c[at], q.d[at] = 0, 0
		single *= q.s.multiUnpaired
		if t := pairType[x[i]][x[j]]; t >= 0 && j > i {
			q.c[at] = q.inside(i, j, t)
			if i > 0 && j+1 < n {
				q.d[at] = q.c[at] * q.s.mismatch[pairType[x[j]][x[i]]][x[j+1]][x[i-1]]
			}
			single += q.c[at] * q.branchEnd(i, j)
		}
		q.m1[j*n+i], q.one[at] = single, single
		if j > i {
			q.one[at] += q.s.multiUnpaired * q.one[at+n]
		}
		q.m2[at] = floats.Dot(q.m[i*n+i:i*n+j], q.m1[j*n+i+1:j*n+j+1])
		q.m[at] = q.one[at] + q.m2[at]
	}
}

// branchEnd and outerEnd are the end of helix (i, j) in a multiple loop and outside; closedEnd that of the pair around
// a multiple loop, with the loop itself.
func (q *scaled) branchEnd(i, j int) float64 { return q.s.multiBranch * *q.s.ends(q.x, j, i) }
func (q *scaled) outerEnd(i, j int) float64  { return q.s.outerBranch * *q.s.ends(q.x, j, i) }
func (q *scaled) closedEnd(i, j int) float64 {
	return q.s.multiLoop * q.s.multiBranch * *q.s.ends(q.x, i, j)
}

// inside is the sum over what pair (i, j) closes.
func (q *scaled) inside(i, j int, t int8) float64 {
	n, x := q.n, q.x
	around := q.s.mismatch[t][x[i+1]][x[j-1]]
	sum := q.hairpin[j-i-1] * around
	if j-i <= 2 {
		return q.s.pair[t] * sum
	}
	if c := q.c[(i+1)*n+j-1]; c != 0 {
		sum += c * q.s.stack[t][pairType[x[i+1]][x[j-1]]]
	}
	sum += q.m2[(i+1)*n+j-1] * q.closedEnd(i, j)
	var loops float64
	for left := 0; left <= longest && i+1+left < j-1; left++ {
		from, to, sizes := q.span(i, j, left)
		loops += floats.Dot(q.d[from:to], sizes)
	}
	for _, s := range small {
		if cell, factor := q.special(i, j, s); factor != nil {
			loops += (*factor - 1) * q.d[cell] * q.s.size[s[0]][s[1]]
		}
	}
	return q.s.pair[t] * (sum + loops*around)
}

// span is the part of row i+1+left that holds the pairs that end a loop of pair (i, j), and their sizes.
func (q *scaled) span(i, j, left int) (from, to int, sizes []float64) {
	p := i + 1 + left
	first := j - 1 - (longest - left) // of longest − left bases on the right
	low := max(p+1, first)
	return p*q.n + low, p*q.n + j, q.sizes[left][low-first+left : longest+1]
}

// small are the loops whose bases have features: bulges of one and interior loops of 1 × 1.
var small = [3][2]int{{1, 0}, {0, 1}, {1, 1}}

// special is the pair that ends such a loop of pair (i, j), and the factor of its bases; nil where there is no room.
func (q *scaled) special(i, j int, sides [2]int) (cell int, factor *float64) {
	p, r := i+1+sides[0], j-1-sides[1]
	if p >= r {
		return 0, nil
	}
	return p*q.n + r, smallEntry(&q.s, q.x, i, j, sides)
}

// smallEntry is the entry of tables for the bases of such a loop.
func smallEntry(s *tables, x Sequence, i, j int, sides [2]int) *float64 {
	switch sides {
	case [2]int{1, 0}:
		return &s.bulged[x[i+1]]
	case [2]int{0, 1}:
		return &s.bulged[x[j-1]]
	}
	return &s.oneByOne[x[i+1]][x[j-1]]
}
