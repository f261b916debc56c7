package rna

import "gonum.org/v1/gonum/floats"

// scaledBack has the derivatives of log Z with respect to sums: times the sum each is how often it is part of a
// structure.
type scaledBack struct {
	c         []float64 // rows of C
	columnsM2 []float64 // M₂ by columns
	f         []float64
	m2, one   []float64 // row i of M₂, and O
	next      []float64 // what pairs of row i−1 and i add to row i+1 of M₂
	m1        []float64
	outer     window // what pairs are in loops with, rows of A(i,j) = C with its mismatch, columns from right to left
	raw       [longest + 1][]float64
}

// pair is the probability of pair (i, j), i < j.
func (e *scaledSums) pair(i, j int) float64 { return e.back.c[e.at(i, j)] * e.c[e.at(i, j)] }

// expect goes back through the recursion of the last sum: it adds to the entries of mass how often they are expected.
func (e *scaledSums) expect(mass *tables) {
	n, b := e.n, &e.back
	b.c, b.columnsM2, b.f = resize(b.c, e.cells()), resize(b.columnsM2, e.cells()), resize(b.f, n+1)
	b.m2, b.one, b.next, b.m1 = resize(b.m2, n), resize(b.one, n), resize(b.next, n), resize(b.m1, n)
	for _, v := range [][]float64{b.c, b.f, b.one, b.next} {
		clear(v)
	}
	for left := range b.raw {
		b.raw[left] = resize(b.raw[left], len(e.singles.sizes[left]))
		clear(b.raw[left])
	}
	b.outer.begin(n, 0)
	b.f[0] = 1 / e.f[0]
	for i := 0; i < n && !ended(e.ctx); i++ {
		e.backOutside(i, mass)
		e.backMultiples(i)
		e.backPairs(i, mass)
	}
	e.spreadSizes(mass)
}

// backOutside shares what F(i) is part of.
func (e *scaledSums) backOutside(i int, mass *tables) {
	b := &e.back
	share := b.f[i]
	b.f[i+1] += share * e.s.outerUnpaired
	mass.outerUnpaired += share * e.s.outerUnpaired * e.f[i+1]
	for _, j := range e.after(e.x[i], i) {
		at := e.at(i, j)
		helix := e.s.outerBranch * *e.s.ends(e.x, j, i)
		b.c[at] += share * helix * e.f[j+1]
		b.f[j+1] += share * helix * e.c[at]
		p := share * helix * e.f[j+1] * e.c[at]
		mass.outerBranch += p
		*mass.ends(e.x, j, i) += p
	}
}

// backMultiples finds row i of M₂, O and M₁.
func (e *scaledSums) backMultiples(i int) {
	n, b, lone := e.n, &e.back, e.s.multiUnpaired
	m1, m2 := 0.0, 0.0
	for j := n - 1; j >= i; j-- {
		var m float64
		if j+1 < n {
			m = floats.Dot(b.m2[j+1:], e.row(e.h, j+1))
		}
		m2 = lone*m2 + b.next[j] + m
		b.m2[j] = m2
		column(b.columnsM2, j)[i] = m2
		b.one[j] = lone*b.one[j] + m
		m1 = lone*m1 + b.one[j]
		b.m1[j] = m1
	}
	clear(b.next)
}

// backPairs finds row i of C, and shares it among what pairs may close.
func (e *scaledSums) backPairs(i int, mass *tables) {
	b := &e.back
	row := b.outer.clear(i)
	for _, j := range e.after(e.x[i], i) {
		at, t := e.at(i, j), pairType[e.x[i]][e.x[j]]
		h := b.m1[j]
		if i > 0 {
			h += floats.Dot(column(b.columnsM2, j)[:i], column(e.columnsM, i-1))
		}
		h *= e.h[at]
		mass.multiBranch += h
		*mass.ends(e.x, j, i) += h
		b.c[at] += h / e.c[at]
		if i > 0 && j+1 < e.n {
			e.backSingles(i, j, mass)
		}
		row[e.n-1-j] = e.open(i, j, t, mass)
	}
	b.outer.slide(i, 0, e.n-1-i)
}

// open shares pair (i, j) among what it may close but bulges and interior loops; it returns what those take part in.
func (e *scaledSums) open(i, j int, t int8, mass *tables) float64 {
	b, at := &e.back, e.at(i, j)
	p := b.c[at] * e.c[at]
	share := b.c[at] * e.s.pair[t]
	mass.pair[t] += p
	around := e.s.mismatch[t][e.x[i+1]][e.x[j-1]]
	length := j - i - 1
	hairpin := share * e.s.hairpin[min(length, longest)] * e.power[length] * e.s.turn[t][e.x[i+1]][e.x[j-1]]
	mass.turn[t][e.x[i+1]][e.x[j-1]] += hairpin
	mass.hairpin[min(length, longest)] += hairpin
	mass.multiUnpaired -= hairpin * float64(length)
	stacked, multiple := share*e.stack(i, j, t), share*e.multiple(i, j)
	if stacked > 0 {
		inner := pairType[e.x[i+1]][e.x[j-1]]
		mass.stack[t][inner] += stacked
		b.c[e.at(i+1, j-1)] += share * e.s.stack[t][inner]
	}
	if j-i > 2 {
		mass.multiLoop += multiple
		mass.multiBranch += multiple
		*mass.ends(e.x, i, j) += multiple
		b.next[j-1] = share * e.closing(i, j)
	}
	mass.mismatch[t][e.x[i+1]][e.x[j-1]] += max(0, p-stacked-multiple-hairpin)
	return share * around
}

// backSingles adds the bulges and interior loops that pair (p, q) is in, but those whose probability is negligible.
func (e *scaledSums) backSingles(p, q int, mass *tables) {
	b, g, at := &e.back, &e.singles, e.at(p, q)
	u, after, before := pairType[e.x[q]][e.x[p]], e.x[q+1], e.x[p-1]
	mismatch := e.s.mismatch[u][after][before]
	d := mismatch * e.c[at]
	var so float64
	for _, sides := range specials {
		i, j := p-1-sides[0], q+1+sides[1]
		if i < 0 || j >= e.n || pairType[e.x[i]][e.x[j]] < 0 {
			continue
		}
		v := b.outer.rows[i%ring][margin+e.n-1-j] * e.special(i, j, p, q) * e.s.size[sides[0]][sides[1]]
		so += v
		*e.small(mass, i, j, sides[0], sides[1]) += v * d
		mass.size[sides[0]][sides[1]] += v * d
		if sides[0]+sides[1] == 1 {
			mass.skip[pairType[e.x[i]][e.x[j]]][pairType[e.x[p]][e.x[q]]] += v * d
		}
	}
	end := e.n - 2 - q // column q+1 from the right
	most := &b.outer.most[end]
	for left := range longest + 1 {
		if i := p - 1 - left; most[i&(ring-1)]*g.sums[left]*d > negligible {
			sizes := g.sizes[left]
			so += dotAndAdd(sizes, b.outer.before(i, end, len(sizes)), d, b.raw[left])
		}
	}
	b.c[at] += so * mismatch
	mass.mismatch[u][after][before] += so * d
}

// dotAndAdd is the inner product of a and b, and adds d·b to sum.
func dotAndAdd(a, b []float64, d float64, sum []float64) float64 {
	b, sum = b[:len(a)], sum[:len(a)]
	var even, odd float64
	for k := 0; k+1 < len(a); k += 2 {
		even += a[k] * b[k]
		odd += a[k+1] * b[k+1]
		sum[k] += d * b[k]
		sum[k+1] += d * b[k+1]
	}
	return even + odd
}

// spreadSizes brings the sums of interior loops by size to their entries, and the bases of multiple loops without
// partner, which are those that are nowhere else.
func (e *scaledSums) spreadSizes(mass *tables) {
	for left, raw := range e.back.raw {
		for right := range longest + 1 - left {
			if !special(left, right) {
				k := len(raw) - 1 - right
				mass.size[left][right] += raw[k] * e.singles.sizes[left][k]
			}
			mass.multiUnpaired -= mass.size[left][right] * float64(left+right)
		}
	}
	mass.multiUnpaired += float64(e.n) - mass.outerUnpaired
	for _, p := range mass.pair {
		mass.multiUnpaired -= 2 * p
	}
	mass.multiUnpaired = max(0, mass.multiUnpaired)
}
