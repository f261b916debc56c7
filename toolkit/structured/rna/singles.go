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
	d    [ring][]float64 // rows of D by p mod 32, from q = −margin on
	most [][ring]float64 // by j−1 and p mod 32, the largest of those that end there
	// Sizes of loops of more bases than have weights of their own, by the bases on the left; and the largest of each.
	sizes   [longest + 1][longest + 1]float64 // those on the right descend
	largest [longest + 1]float64
}

// ring is longest + 1 rows, and the one that is being filled.
const (
	ring   = longest + 2
	margin = longest
)

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
	for k := range g.d {
		g.d[k] = resize(g.d[k], n+margin)
		for q := range g.d[k] {
			g.d[k][q] = minus
		}
	}
	if cap(g.most) < n {
		g.most = make([][ring]float64, n)
	}
	g.most = g.most[:n]
	for e := range g.most {
		for k := range g.most[e] {
			g.most[e][k] = minus
		}
	}
}

// special tells whether a loop has weights beyond its size and mismatches: a stack, a bulge of one, 1 × 1.
func special(left, right int) bool { return left <= 1 && right <= 1 }

// specials are the others of them.
var specials = [3][2]int{{0, 1}, {1, 0}, {1, 1}}

// add takes row p of C.
func (g *singles) add(f *Folder, p int) {
	d := g.d[p%ring][margin:]
	for q := p + 1; q < f.n; q++ {
		d[q] = math.Inf(-1)
	}
	if p == 0 {
		return
	}
	for _, q := range f.after(p) {
		if q+1 < f.n {
			d[q] = f.inner(p, q)
		}
	}
	g.slide(p%ring, d[p+1:f.n], g.most[p+1:])
}

// slide finds the largest of longest + 1 neighbours, or of all that there are before one: in blocks of so many, from
// the beginning of a block on, and from where the window begins to the end of the block before.
func (g *singles) slide(slot int, d []float64, most [][ring]float64) {
	const width = longest + 1
	so := math.Inf(-1)
	for k, v := range d {
		if k%width == 0 {
			so = math.Inf(-1)
		}
		so = max(so, v)
		most[k][slot] = so
	}
	for k := len(d) - 1; k >= 0; k-- {
		if k%width == width-1 {
			so = math.Inf(-1)
		}
		so = max(so, d[k])
		if e := k + width - 1; e < len(d) {
			most[e][slot] = max(most[e][slot], so)
		}
	}
}

// inner is D(p, q), inside another pair.
func (f *Folder) inner(p, q int) float64 {
	x := f.x
	return f.c[f.start[p]+q] + f.s.mismatch[pairType[x[q]][x[p]]][x[q+1]][x[p-1]] + (f.before[p] - f.before[q+1])
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
	d := g.d[p%ring][j-1+left:]
	d = d[:len(sizes)]
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
	inner := f.c[f.start[p]+q]
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
		size += f.s.bulged[f.x[i+1]]
	case left == 0 && right == 1:
		size += f.s.bulged[f.x[j-1]]
	case left == 1 && right == 1:
		size += f.s.oneByOne[f.x[i+1]][f.x[j-1]]
	}
	return f.inner(p, q) + size
}
