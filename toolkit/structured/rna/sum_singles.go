package rna

// negligible is what part of a sum, or of a probability, may be left out for each row of interior loops.
const negligible = 1e-20

// sumSingles sums over the loops between two pairs as singles finds the best of them.
type sumSingles struct {
	window
	// Sizes of loops without weights of their own, by the bases on the left; those on the right descend, after zeros
	// that make their number a multiple of 4. And the sum of each.
	sizes [longest + 1][]float64
	sums  [longest + 1]float64
}

func (g *sumSingles) begin(s *tables, n int) {
	for left := range g.sizes {
		count := longest + 1 - left
		g.sizes[left], g.sums[left] = resize(g.sizes[left], (count+3)/4*4), 0
		clear(g.sizes[left])
		for right := range count {
			if !special(left, right) {
				g.sizes[left][len(g.sizes[left])-1-right] = s.size[left][right]
				g.sums[left] += s.size[left][right]
			}
		}
	}
	g.window.begin(n, 0)
}

// add takes row p of C.
func (g *sumSingles) add(e *scaledSums, p int) {
	d := g.clear(p)
	if p == 0 {
		return
	}
	for _, q := range e.after(e.x[p], p) {
		if q+1 < e.n {
			d[q] = e.inner(p, q)
		}
	}
	g.slide(p, p+1, e.n)
}

// sum is over all bulges and interior loops of pair (i, j), less its mismatch; others says what the sum is added to.
func (g *sumSingles) sum(e *scaledSums, i, j int, others float64) float64 {
	if j-i <= 2 {
		return 0
	}
	var so float64
	for _, sides := range specials {
		p, q := i+1+sides[0], j-1-sides[1]
		if p < q && pairType[e.x[p]][e.x[q]] >= 0 {
			so += e.inner(p, q) * e.special(i, j, p, q) * e.s.size[sides[0]][sides[1]]
		}
	}
	most := &g.most[j-1]
	for left := range longest + 1 {
		p := i + 1 + left
		if most[p%ring]*g.sums[left] > negligible*(so+others) {
			so += dot(g.sizes[left], g.before(p, j-1, len(g.sizes[left])))
		}
	}
	return so
}

// special is what the loop between pairs (i, j) and (p, q), one of specials, has beyond its size and mismatches.
func (e *scaledSums) special(i, j, p, q int) float64 {
	v := *e.small(&e.s, i, j, p-i-1, j-q-1)
	if p-i+j-q == 3 {
		v *= e.s.skip[pairType[e.x[i]][e.x[j]]][pairType[e.x[p]][e.x[q]]]
	}
	return v
}

// small is the entry of the bases of a bulge of one or of an interior loop of 1 × 1.
func (e *scaledSums) small(s *tables, i, j, left, right int) *float64 {
	switch {
	case right == 0:
		return &s.bulged[e.x[i+1]]
	case left == 0:
		return &s.bulged[e.x[j-1]]
	}
	return &s.oneByOne[e.x[i+1]][e.x[j-1]]
}

// dot is the inner product of slices of the same length, a multiple of 4.
func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	for k := 0; k+3 < len(a); k += 4 {
		s0 += a[k] * b[k]
		s1 += a[k+1] * b[k+1]
		s2 += a[k+2] * b[k+2]
		s3 += a[k+3] * b[k+3]
	}
	return s0 + s1 + (s2 + s3)
}
