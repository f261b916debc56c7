package rna

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Folder finds the structure of the highest score. With i ≤ j places, and the best scores of
//
//	C(i,j)    pair (i, j) and what is inside
//	M₁(i,j)   a helix that begins at i in a multiple loop, and bases without partner after it, up to j
//	O(i,j)    the same with bases without partner before it as well
//	M₂(i,j)   two helices or more in a multiple loop
//	M(i,j)    max{O, M₂}: one helix or more
//	F(i)      all from i on, outside all pairs
//
// the recursion is
//
//	C(i,j)  = pair + max{hairpin, M₂(i+1,j−1) + multiple loop, max_{p,q} loop(i,j,p,q) + C(p,q)}
//	M₁(i,j) = max{M₁(i,j−1) + unpaired, C(i,j) + branch}
//	O(i,j)  = max{O(i+1,j) + unpaired, M₁(i,j)}
//	M₂(i,j) = max{M₂(i,j−1) + unpaired, max_k M(i,k−1) + C(k,j) + branch}
//	F(i)    = max{F(i+1) + unpaired, max_j C(i,j) + branch + F(j+1)}
//
// over interior loops of at most 30 bases. Two things make it quick, for whatever weights, and change nothing. Of a
// row of interior loops only those are looked at whose bound exceeds the best so far: see singles. And k in M₂ goes
// only over pairs whose C(k,j) + branch exceeds all other ways to M(k,j), since M₂ has those others already: O(n² +
// nZ) for Z such pairs, few of n²/2.
//
// Of structures with the same score it takes the first: outside, a base without partner before a helix, and a helix
// that ends earlier before others; of what a pair closes, a hairpin before a multiple loop, that before a stack,
// bulge or interior loop, and of these one with fewer bases on the left, then on the right; in a multiple loop, a
// base without partner at its ends before a helix, and a last helix that begins earlier before others. That is so
// where sums are exact, those of whole numbers, weights of 0 with the distance from a truth among them; else rounding
// decides.
//
// A Folder keeps its memory, 12n² bytes (300 MB for 5,000 bases), from one sequence to the next, and is not for
// concurrent use.
//
// Source: Wexler, Zilberstein, Ziv-Ukelson, A Study of Accessible Motifs and RNA Folding Complexity, Journal of
// Computational Biology 2007, for the pairs in M₂.
type Folder struct {
	weights []float64
	plain   tables // by the weights
	s       tables // those, or n times as much: the distance from a truth is then a whole number

	triangle
	partners
	x     Sequence
	truth Structure
	// What the distance adds: for a pair that is not the truth's, and for the bases without partner before k.
	away   float64
	before []float64
	given  *known // evidence, nil for none

	c, o, m2 []float64
	f        []float64
	m        []float64  // row i of M
	lone     []float64  // a base without partner in a multiple loop
	branches [][]branch // by j, the pairs in M₂
	singles  singles    // stacks, bulges and interior loops
}

// branch is C(k,j) with the end of the helix in a multiple loop.
type branch struct {
	k     int
	value float64
}

// NewFolder makes a Folder with Features or Extended weights, which are finite.
func NewFolder(weights []float64) *Folder {
	f := &Folder{}
	f.SetWeights(weights)
	return f
}

// SetWeights changes the weights; it panics where there are neither Features nor Extended of them, or where Usable says
// no.
func (f *Folder) SetWeights(weights []float64) {
	if f.weights != nil && slices.Equal(f.weights, weights) {
		return
	}
	mustBeUsable(weights)
	f.weights = append(f.weights[:0], weights...)
	f.plain.tabulate(weights)
}

// Fold returns the structure of the highest score and that score. The result is a new slice.
func (f *Folder) Fold(x Sequence) (Structure, float64) {
	y, score, _ := f.FoldUntil(context.Background(), x)
	return y, score
}

// FoldUntil is Fold, which ends within a row of its table when the context does: that is its error.
func (f *Folder) FoldUntil(ctx context.Context, x Sequence) (Structure, float64, error) {
	f.s, f.away, f.given = f.plain, 0, nil
	return f.fold(ctx, x, nil)
}

// FoldAway adds to the score what a structure costs beside the truth: the share of bases whose partner, or lack of one,
// is not the truth's.
func (f *Folder) FoldAway(x Sequence, truth Structure) (Structure, float64) {
	if len(x) == 0 {
		return Structure{}, 0
	}
	n := float64(len(x))
	f.s, f.away, f.given = f.plain, 2, nil
	f.s.change(func(row []float64) { floats.Scale(n, row) })
	y, value, _ := f.fold(context.Background(), x, truth)
	return y, value / n
}

func (f *Folder) fold(ctx context.Context, x Sequence, truth Structure) (Structure, float64, error) {
	f.begin(x, truth)
	for i := f.n - 1; i >= 0; i-- {
		if err := context.Cause(ctx); err != nil {
			return nil, math.NaN(), err
		}
		f.pairs(i)
		f.multiples(i)
		f.outside(i)
		f.singles.add(f, i)
	}
	y := make(Structure, f.n)
	for i := range y {
		y[i] = -1
	}
	f.trace(y)
	return y, f.f[0], nil
}

// begin makes room, lists who may pair with whom, and sums the costs of bases without partner.
func (f *Folder) begin(x Sequence, truth Structure) {
	n := len(x)
	f.x, f.truth = x, truth
	f.triangle.begin(n)
	f.partners.begin(x)
	for _, table := range []*[]float64{&f.c, &f.o, &f.m2} {
		*table = resize(*table, f.cells())
	}
	f.m, f.f = resize(f.m, n), resize(f.f, n+1)
	f.f[n] = 0
	violation := 0.0
	if f.given != nil {
		violation = f.given.violation(&f.s, n)
	}
	f.before, f.lone = append(f.before[:0], 0), f.lone[:0]
	for k := range n {
		cost := 0.0
		if truth != nil && truth[k] >= 0 {
			cost = 1
		}
		if f.given != nil {
			if cost = f.given.alone(k); f.given.must(k) {
				cost -= violation
			}
		}
		f.before = append(f.before, f.before[k]+cost)
		f.lone = append(f.lone, f.s.multiUnpaired+cost)
	}
	for len(f.branches) < n {
		f.branches = append(f.branches, nil)
	}
	for j := range n {
		f.branches[j] = f.branches[j][:0]
	}
	f.singles.begin(&f.s, n)
}

// pairs fills in row i of C.
func (f *Folder) pairs(i int) {
	c := f.row(f.c, i)
	for k := range c {
		c[k] = math.Inf(-1)
	}
	for _, j := range f.after(f.x[i], i) {
		if f.given != nil && !f.given.may(i, j) {
			continue
		}
		t := pairType[f.x[i]][f.x[j]]
		best := max(f.closed(i, j, t), f.multiple(i, j))
		c[j-i] = f.paired(i, j, t) + f.singles.best(f, i, j, t, best)
	}
}

// paired is the pair's own score, and what it costs beside the truth.
func (f *Folder) paired(i, j int, t int8) float64 {
	if f.truth == nil || f.truth[i] == j {
		return f.s.pair[t]
	}
	return f.s.pair[t] + f.away
}

// closed is a hairpin.
func (f *Folder) closed(i, j int, t int8) float64 {
	return f.s.hairpin[min(j-i-1, longest)] + f.s.turn[t][f.x[i+1]][f.x[j-1]] + (f.before[j] - f.before[i+1])
}

// multiple is the best multiple loop that pair (i, j) closes.
func (f *Folder) multiple(i, j int) float64 {
	if j-i <= 2 {
		return math.Inf(-1)
	}
	return f.m2[f.at(i+1, j-1)] + f.s.multiLoop + f.s.multiBranch + *f.s.ends(f.x, i, j)
}

// multiples fills in row i of O, M₂ and M, and finds the pairs of row i that M₂ needs in the rows before.
func (f *Folder) multiples(i int) {
	minus := math.Inf(-1)
	c, o, twoOrMore := f.row(f.c, i), f.row(f.o, i), f.row(f.m2, i)
	var below []float64 // O(i+1, ·)
	if i+1 < f.n {
		below = f.row(f.o, i+1)
	}
	m, lone := f.m[i:f.n], f.lone[i:f.n]
	m1, m2 := minus, minus
	for k := range c {
		j := i + k
		m1 += lone[k]
		m2 += lone[k]
		one := minus
		if k > 0 {
			one = below[k-1] + lone[0]
		}
		for _, b := range f.branches[j] {
			m2 = max(m2, f.m[b.k-1]+b.value)
		}
		if c[k] > minus {
			value := f.helix(i, j)
			if value > m1 && value > one && value > m2 {
				f.branches[j] = append(f.branches[j], branch{i, value})
			}
			m1 = max(m1, value)
		}
		one = max(one, m1)
		o[k], twoOrMore[k], m[k] = one, m2, max(one, m2)
	}
}

// helix is C(i, j) in a multiple loop.
func (f *Folder) helix(i, j int) float64 {
	return f.c[f.at(i, j)] + (f.s.multiBranch + *f.s.ends(f.x, j, i))
}

// outside fills in F(i).
func (f *Folder) outside(i int) {
	best := f.alone(i)
	for _, j := range f.after(f.x[i], i) {
		best = max(best, f.outer(i, j))
	}
	f.f[i] = best
}

// alone is base i without partner outside all pairs.
func (f *Folder) alone(i int) float64 {
	return f.f[i+1] + (f.s.outerUnpaired + f.before[i+1] - f.before[i])
}

// outer is C(i, j) outside all pairs.
func (f *Folder) outer(i, j int) float64 {
	return f.c[f.at(i, j)] + (f.s.outerBranch + *f.s.ends(f.x, j, i)) + f.f[j+1]
}
