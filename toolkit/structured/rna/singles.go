package rna

import "math"

// singles finds the best loop between two pairs, (i, j) and (p, q): a stack, a bulge or an interior loop. With D(p,q) =
// C(p,q), its mismatch, and the costs of all bases without partner up to p and less those up to q, it is the largest
//
//	D(p,q) + size(p−i−1, j−q−1)
//
// and what depends on (i, j) alone. All q of a row p are looked at only where
//
//	max{D(p,q) : j−31 ≤ q < j} + max size(p−i−1, ·)
//
// exceeds the best so far. Rows further than 31 away are forgotten.
type singles struct {
	window // of D
	// Sizes of loops without weights of their own, by the bases on the left; and the largest of each.
	sizes   [longest + 1][longest + 1]float64 // those on the right descend
	largest [longest + 1]float64
}

// begin forgets all rows.
func (g *singles) begin(s *tables, n int) {
	minus := math.Inf(-1)
	for left := range longest + 1 {
		g.largest[left] = minus
		for right := range longest + 1 - left {
			size := s.size[left][right]
			if special(left, right) {
				size = minus
			}
			g.sizes[left][longest-left-right] = size
			g.largest[left] = max(g.largest[left], size)
		}
	}
	g.window.begin(n, minus)
}

// special tells whether a loop has weights beyond its size and mismatches: a stack, a bulge of one, 1 × 1.
func special(left, right int) bool { return left <= 1 && right <= 1 }

// specials are the others of them.
var specials = [3][2]int{{0, 1}, {1, 0}, {1, 1}}

// add takes row p of C.
func (g *singles) add(f *Folder, p int) {
	d := g.clear(p)
	if p == 0 {
		return
	}
	for _, q := range f.after(f.x[p], p) {
		if q+1 < f.n {
			d[q] = f.inner(p, q)
		}
	}
	g.slide(p, p+1, f.n)
}

// inner is D(p, q), inside another pair.
func (f *Folder) inner(p, q int) float64 {
	x := f.x
	return f.c[f.at(p, q)] + f.s.mismatch[pairType[x[q]][x[p]]][x[q+1]][x[p-1]] + (f.before[p] - f.before[q+1])
}

// around is what depends on the pair (i, j) alone that a loop is in.
func (f *Folder) around(i, j int, t int8) float64 {
	return f.s.mismatch[t][f.x[i+1]][f.x[j-1]] + (f.before[j] - f.before[i+1])
}

// best is the larger of a value and of the best loop of pair (i, j).
func (g *singles) best(f *Folder, i, j int, t int8, value float64) float64 {
	if j-i <= 2 {
		return value
	}
	value = max(value, f.stack(i, j, t))
	around := f.around(i, j, t)
	least := value - around
	so := math.Inf(-1)
	for _, sides := range specials {
		so = max(so, f.single(i, j, sides[0], sides[1]))
	}
	so = max(so, least)
	most := &g.most[j-1]
	for left := range longest + 1 {
		p := i + 1 + left
		if most[p%ring]+g.largest[left] > so {
			so = g.scan(p, j, left, so)
		}
	}
	if so > least {
		return max(value, so+around)
	}
	return value
}

// scan is the larger of a value and of the best loop with a pair of row p.
func (g *singles) scan(p, j, left int, so float64) float64 {
	sizes := g.sizes[left][:longest+1-left]
	d := g.before(p, j-1, len(sizes))
	for k, size := range sizes {
		if v := d[k] + size; v > so {
			so = v
		}
	}
	return so
}

// stack is the pair (i+1, j−1) in pair (i, j).
func (f *Folder) stack(i, j int, t int8) float64 {
	p, q := i+1, j-1
	inner := f.c[f.at(p, q)]
	if math.IsInf(inner, -1) {
		return inner
	}
	return f.s.stack[t][pairType[f.x[p]][f.x[q]]] + inner
}

// single is a bulge or interior loop in pair (i, j), less around.
func (f *Folder) single(i, j, left, right int) float64 {
	p, q := i+1+left, j-1-right
	if p >= q || pairType[f.x[p]][f.x[q]] < 0 {
		return math.Inf(-1)
	}
	size := f.s.size[left][right]
	switch {
	case left == 1 && right == 0:
		size += f.s.bulged[f.x[i+1]] + f.s.skip[pairType[f.x[i]][f.x[j]]][pairType[f.x[p]][f.x[q]]]
	case left == 0 && right == 1:
		size += f.s.bulged[f.x[j-1]] + f.s.skip[pairType[f.x[i]][f.x[j]]][pairType[f.x[p]][f.x[q]]]
	case left == 1 && right == 1:
		size += f.s.oneByOne[f.x[i+1]][f.x[j-1]]
	}
	return f.inner(p, q) + size
}
