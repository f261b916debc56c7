package rna

import (
	"context"
	"math"
)

// logSums is the recursion of Ensemble in logarithms, with sums as they are written: it goes for whatever weights, in
// O(n³) with many exponentials, and keeps 88n² bytes.
type logSums struct {
	s            *tables
	mass         *tables // how often each entry is expected
	x            Sequence
	n            int
	given        *known    // nil for nothing
	lone, forced []float64 // sums of scores of bases without partner, and how many bases must have one, up to each
	c, m1, one, m2, m,
	pc, pm1, pOne, pm2, pm []float64 // logarithms, and how often each cell is part of a structure; all by rows
	f, pf []float64
	terms []float64
	ctx   context.Context // as that of scaledSums
}

// sum is log Z; mass is for expect.
func (e *logSums) sum(x Sequence, s, mass *tables, given *known) float64 {
	e.x, e.n, e.s, e.mass, e.given = x, len(x), s, mass, given
	n := e.n
	e.lone, e.forced = append(e.lone[:0], 0), append(e.forced[:0], 0)
	for i := 0; i < n && given != nil; i++ {
		e.lone, e.forced = append(e.lone, e.lone[i]+given.alone(i)), append(e.forced, e.forced[i])
		if given.must(i) {
			e.forced[i+1]++
		}
	}
	for _, table := range []*[]float64{&e.c, &e.m1, &e.one, &e.m2, &e.m, &e.pc, &e.pm1, &e.pOne, &e.pm2, &e.pm} {
		if cap(*table) < n*n {
			*table = make([]float64, n*n)
		}
		*table = (*table)[:n*n]
	}
	for i := n - 1; i >= 0 && !ended(e.ctx); i-- {
		for j := i; j < n; j++ {
			e.cell(i, j)
		}
	}
	e.f = append(e.f[:0], 0)
	for j := range n {
		e.begin()
		e.outer(j, func(_, _ int, term float64) { e.terms = append(e.terms, term) })
		e.f = append(e.f, logSum(e.terms))
	}
	return e.f[n]
}

func (e *logSums) begin() { e.terms = e.terms[:0] }

// unpaired is the score of bases i to j − 1 that have no partner, beside that of the loop.
func (e *logSums) unpaired(i, j int) float64 {
	switch {
	case e.given == nil:
		return 0
	case e.forced[j] > e.forced[i]:
		return math.Inf(-1)
	}
	return e.lone[j] - e.lone[i]
}

// cell fills in all sums from i to j.
func (e *logSums) cell(i, j int) {
	at := i*e.n + j
	e.c[at] = math.Inf(-1)
	if t := pairType[e.x[i]][e.x[j]]; t >= 0 && j > i && (e.given == nil || e.given.may(i, j)) {
		e.begin()
		e.closed(i, j, t, func(_ *float64, _ int, term float64) { e.terms = append(e.terms, term) })
		e.c[at] = e.s.pair[t] + logSum(e.terms)
	}
	alone, before := math.Inf(-1), math.Inf(-1)
	if j > i {
		alone = e.m1[at-1] + e.s.multiUnpaired + e.unpaired(j, j+1)
		before = e.one[at+e.n] + e.s.multiUnpaired + e.unpaired(i, i+1)
	}
	e.m1[at] = logAdd(alone, e.branch(i, j))
	e.one[at] = logAdd(e.m1[at], before)
	e.begin()
	for k := i + 1; k <= j; k++ {
		e.terms = append(e.terms, e.m[i*e.n+k-1]+e.m1[k*e.n+j])
	}
	e.m2[at] = logSum(e.terms)
	e.m[at] = logAdd(e.one[at], e.m2[at])
}

// branch is a helix from i to j in a multiple loop.
func (e *logSums) branch(i, j int) float64 {
	if math.IsInf(e.c[i*e.n+j], -1) {
		return math.Inf(-1)
	}
	return e.c[i*e.n+j] + e.s.multiBranch + *e.s.ends(e.x, j, i)
}

// The cells that closed ends in.
const (
	endsInNone  = -1 // a hairpin
	endsInMulti = -2
)

// closed calls visit for all that pair (i, j) may close: with the place in c of the pair that ends the loop, or one of
// the constants, and the logarithm of the sum. entry is the place of the loop's size, nil where it has none.
func (e *logSums) closed(i, j int, t int8, visit func(size *float64, cell int, term float64)) {
	n, x := e.n, e.x
	around := e.s.mismatch[t][x[i+1]][x[j-1]]
	visit(nil, endsInNone, e.s.hairpin[min(j-i-1, longest)]+e.s.turn[t][x[i+1]][x[j-1]]+e.unpaired(i+1, j))
	if j-i > 2 {
		if at := (i+1)*n + j - 1; !math.IsInf(e.m2[at], -1) {
			visit(nil, endsInMulti, e.m2[at]+e.s.multiLoop+e.s.multiBranch+*e.s.ends(x, i, j))
		}
	}
	for left := 0; left <= longest && i+1+left < j-1; left++ {
		p := i + 1 + left
		for right := 0; right <= longest-left && j-1-right > p; right++ {
			q := j - 1 - right
			inner := e.c[p*n+q]
			if math.IsInf(inner, -1) {
				continue
			}
			if left+right == 0 {
				visit(nil, p*n+q, inner+e.s.stack[t][pairType[x[p]][x[q]]])
				continue
			}
			term := inner + around + e.s.size[left][right] + e.s.mismatch[pairType[x[q]][x[p]]][x[q+1]][x[p-1]]
			term += e.unpaired(i+1, p) + e.unpaired(q+1, j)
			if special := e.small(e.s, i, j, left, right); special != nil {
				term += *special
			}
			if left+right == 1 {
				term += e.s.skip[t][pairType[x[p]][x[q]]]
			}
			visit(&e.mass.size[left][right], p*n+q, term)
		}
	}
}

// small is the entry of the bases of a bulge of one or of an interior loop of 1 × 1; nil for other loops.
func (e *logSums) small(s *tables, i, j, left, right int) *float64 {
	switch {
	case left == 1 && right == 0:
		return &s.bulged[e.x[i+1]]
	case left == 0 && right == 1:
		return &s.bulged[e.x[j-1]]
	case left == 1 && right == 1:
		return &s.oneByOne[e.x[i+1]][e.x[j-1]]
	}
	return nil
}

// outer calls visit for all that F(j) is the sum of: with the helix's ends, or −1 for a base without partner.
func (e *logSums) outer(j int, visit func(i, j int, term float64)) {
	visit(-1, j, e.f[j]+e.s.outerUnpaired+e.unpaired(j, j+1))
	for i := range j {
		if c := e.c[i*e.n+j]; !math.IsInf(c, -1) {
			visit(i, j, e.f[i]+c+e.s.outerBranch+*e.s.ends(e.x, j, i))
		}
	}
}

// expect goes back through the recursion of the last sum: it adds to the entries of mass how often they are expected.
func (e *logSums) expect() {
	n := e.n
	for _, table := range [][]float64{e.pc, e.pm1, e.pOne, e.pm2, e.pm} {
		clear(table)
	}
	e.pf = append(e.pf[:0], make([]float64, n+1)...)
	e.pf[n] = 1
	for j := n - 1; j >= 0; j-- {
		if e.pf[j+1] == 0 {
			continue
		}
		e.outer(j, func(i, _ int, term float64) {
			p := e.pf[j+1] * math.Exp(term-e.f[j+1])
			if i < 0 {
				e.pf[j] += p
				e.mass.outerUnpaired += p
				return
			}
			e.pf[i] += p
			e.pc[i*n+j] += p
			e.mass.outerBranch += p
			*e.mass.ends(e.x, j, i) += p
		})
	}
	for i := 0; i < n && !ended(e.ctx); i++ {
		for j := n - 1; j >= i; j-- {
			e.back(i, j)
		}
	}
}

// back shares what is expected of the sums from i to j among their terms.
func (e *logSums) back(i, j int) {
	n, at := e.n, i*e.n+j
	share := func(whole, log, term float64) float64 {
		if whole == 0 || math.IsInf(term, -1) {
			return 0
		}
		return whole * math.Exp(term-log)
	}
	e.pOne[at] += share(e.pm[at], e.m[at], e.one[at])
	e.pm2[at] += share(e.pm[at], e.m[at], e.m2[at])
	if whole := e.pm2[at]; whole > 0 {
		for k := i + 1; k <= j; k++ {
			if p := share(whole, e.m2[at], e.m[i*n+k-1]+e.m1[k*n+j]); p > 0 {
				e.pm[i*n+k-1] += p
				e.pm1[k*n+j] += p
			}
		}
	}
	e.pm1[at] += share(e.pOne[at], e.one[at], e.m1[at])
	if j > i {
		p := share(e.pOne[at], e.one[at], e.one[at+n]+e.s.multiUnpaired+e.unpaired(i, i+1))
		e.pOne[at+n] += p
		q := share(e.pm1[at], e.m1[at], e.m1[at-1]+e.s.multiUnpaired+e.unpaired(j, j+1))
		e.pm1[at-1] += q
		e.mass.multiUnpaired += p + q
	}
	if p := share(e.pm1[at], e.m1[at], e.branch(i, j)); p > 0 {
		e.pc[at] += p
		e.mass.multiBranch += p
		*e.mass.ends(e.x, j, i) += p
	}
	if e.pc[at] > 0 {
		e.open(i, j)
	}
}

// open shares what is expected of pair (i, j) among what it may close.
func (e *logSums) open(i, j int) {
	n, at, x := e.n, i*e.n+j, e.x
	t := pairType[x[i]][x[j]]
	whole := e.pc[at]
	e.mass.pair[t] += whole
	log := e.c[at] - e.s.pair[t]
	e.closed(i, j, t, func(size *float64, cell int, term float64) {
		p := whole * math.Exp(term-log)
		switch {
		case cell == endsInNone:
			e.mass.hairpin[min(j-i-1, longest)] += p
			e.mass.turn[t][x[i+1]][x[j-1]] += p
			return
		case cell == endsInMulti:
			e.pm2[(i+1)*n+j-1] += p
			e.mass.multiLoop += p
			e.mass.multiBranch += p
			*e.mass.ends(x, i, j) += p
			return
		}
		e.pc[cell] += p
		inner, outer := cell/n, cell%n
		if size == nil {
			e.mass.stack[t][pairType[x[inner]][x[outer]]] += p
			return
		}
		*size += p
		e.mass.mismatch[t][x[i+1]][x[j-1]] += p
		e.mass.mismatch[pairType[x[outer]][x[inner]]][x[outer+1]][x[inner-1]] += p
		if special := e.small(e.mass, i, j, inner-i-1, j-1-outer); special != nil {
			*special += p
		}
		if inner-i+j-outer == 3 {
			e.mass.skip[t][pairType[x[inner]][x[outer]]] += p
		}
	})
}

// pair is the probability of pair (i, j), i < j.
func (e *logSums) pair(i, j int) float64 { return e.pc[i*e.n+j] }
