// Package beam folds RNA in time linear in its length, where the best structure need not be found.
package beam

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// Fold goes over a sequence from left to right, and of what ends at a base – pairs, hairpins, and multiple loops by the
// base that opens them – keeps the width best, each with the best of what is before it: O(n·width²), where rna.Folder
// takes O(n²) and more, and a structure that need not be the best. With width 0 all are kept, and the score is that of
// rna.Folder.
//
// There must be rna.Features or rna.Extended weights, which are finite.
//
// Source: Huang, Zhang, Deng, Zhao, Liu, Hendrix, Mathews, LinearFold: Linear-Time Approximate RNA Folding by 5'-to-3'
// Dynamic Programming and Beam Search, Bioinformatics 2019.
func Fold(ctx context.Context, weights []float64, x rna.Sequence, width int) (rna.Structure, float64, error) {
	b := &search{x: x, n: len(x), width: width, loops: rna.NewLoops(weights)}
	b.begin()
	for j := range b.n {
		if err := context.Cause(ctx); err != nil {
			return nil, math.NaN(), err
		}
		b.at(j)
	}
	y := make(rna.Structure, b.n)
	for i := range y {
		y[i] = -1
	}
	for j := b.n; j > 0; {
		i := b.first[j]
		if i < 0 {
			j--
			continue
		}
		b.trace(y, i, j-1)
		j = i
	}
	return y, b.f[b.n], nil
}

// The kinds of what ends at a base: pairs, and multiple loops with no helix yet, one, and two or more.
const (
	ofPairs = iota
	ofNone
	ofOne
	ofMore
	ofKinds
)

// ring is how many bases ahead the pair around an interior loop may end, and one more.
const ring = rna.MostUnpaired + 2

// How a state was reached, beside the pair that is in it.
const (
	byHairpin = -1
	byLoop    = -2 // a multiple loop that a pair closes
	byLone    = -3 // one more base without partner, of the same kind
)

// state is what begins at base i, its score, and from where it came: a pair's inner one is (from, to); a multiple
// loop's last helix begins at from, after a state of kind to.
type state struct {
	i, from, to int
	score       float64
}

// search is the state of it.
type search struct {
	x        rna.Sequence
	n, width int
	loops    *rna.Loops
	partners [rna.Unknown + 1][]int // of each base, the places of those that it pairs with
	f        []float64              // the best of all before a base
	first    []int                  // of that, where the pair that ends before the base begins; −1 for none
	hairpins [][]state              // to be closed at a base
	kept     [ofKinds][][]state
	coming   [ring]row // pairs that end at the next bases
	grown    [ofKinds]row
}

// row has states by where they begin.
type row struct {
	states []state
	listed []int // that are there
}

// relax keeps the better of two states.
func (r *row) relax(s state) {
	old := &r.states[s.i]
	if math.IsInf(old.score, -1) {
		r.listed = append(r.listed, s.i)
	} else if old.score >= s.score {
		return
	}
	*old = s
}

func (b *search) begin() {
	for base := range b.partners {
		for j, other := range b.x {
			if rna.Pairable(rna.Base(base), other) {
				b.partners[base] = append(b.partners[base], j)
			}
		}
	}
	b.f, b.first, b.hairpins = make([]float64, b.n+1), make([]int, b.n+1), make([][]state, b.n)
	for k := range b.kept {
		b.kept[k] = make([][]state, b.n)
		b.grown[k].states = b.none()
	}
	for k := range b.coming {
		b.coming[k].states = b.none()
	}
}

func (b *search) none() []state {
	out := make([]state, b.n)
	for k := range out {
		out[k].score = math.Inf(-1)
	}
	return out
}

// best empties a row into the best of its states, in their order.
func (b *search) best(r *row) []state {
	out := make([]state, 0, len(r.listed))
	for _, i := range r.listed {
		out = append(out, r.states[i])
		r.states[i].score = math.Inf(-1)
	}
	r.listed = r.listed[:0]
	return b.widest(out)
}

func (b *search) widest(states []state) []state {
	if b.width > 0 && len(states) > b.width {
		slices.SortFunc(states, func(p, q state) int {
			return cmp.Or(cmp.Compare(b.f[q.i]+q.score, b.f[p.i]+p.score), p.i-q.i)
		})
		states = slices.Clone(states[:b.width])
	}
	slices.SortFunc(states, func(p, q state) int { return p.i - q.i })
	return states
}

// at takes base j.
func (b *search) at(j int) {
	pairs := &b.coming[j%ring]
	for _, h := range b.widest(b.hairpins[j]) {
		pairs.relax(h)
		b.hairpin(h.i, j)
	}
	b.hairpins[j] = nil
	b.hairpin(j, j)
	if j > 0 {
		for _, m := range b.kept[ofMore][j-1] {
			if rna.Pairable(b.x[m.i], b.x[j]) {
				pairs.relax(state{m.i, byLoop, 0, m.score + b.loops.Multiple(b.x, m.i, j)})
			}
		}
	}
	b.kept[ofPairs][j] = b.best(pairs)
	_, lone := b.loops.Lone()
	b.f[j+1], b.first[j+1] = b.f[j]+lone, -1
	for _, p := range b.kept[ofPairs][j] {
		b.around(p, j)
	}
	b.multiples(j)
}

// after are the places after j that base i may pair with.
func (b *search) after(i, j int) []int {
	all := b.partners[b.x[i]]
	k, _ := slices.BinarySearch(all, j+1)
	return all[k:]
}

// hairpin lists the next one that base i may close after base j.
func (b *search) hairpin(i, j int) {
	if after := b.after(i, j); len(after) > 0 {
		k := after[0]
		b.hairpins[k] = append(b.hairpins[k], state{i, byHairpin, 0, b.loops.Hairpin(b.x, i, k)})
	}
}

// around makes of a pair what may be around it.
func (b *search) around(p state, j int) {
	if v := b.f[p.i] + p.score + b.loops.Outer(b.x, p.i, j); v > b.f[j+1] {
		b.f[j+1], b.first[j+1] = v, p.i
	}
	if p.i == 0 {
		return
	}
	for left := 0; left <= rna.MostUnpaired && left < p.i; left++ {
		i := p.i - 1 - left
		for _, k := range b.after(i, j) {
			if k-j-1+left > rna.MostUnpaired {
				break
			}
			b.coming[k%ring].relax(state{i, p.i, j, p.score + b.loops.Interior(b.x, i, k, p.i, j)})
		}
	}
	helix := p.score + b.loops.Branch(b.x, p.i, j)
	for kind := ofNone; kind < ofKinds; kind++ {
		for _, m := range b.kept[kind][p.i-1] {
			b.grown[min(kind+1, ofMore)].relax(state{m.i, p.i, kind, m.score + helix})
		}
	}
}

// multiples ends multiple loops at base j.
func (b *search) multiples(j int) {
	lone, _ := b.loops.Lone()
	if len(b.partners[b.x[j]]) > 0 {
		b.grown[ofNone].relax(state{j, byLone, 0, 0})
	}
	for kind := ofNone; kind < ofKinds; kind++ {
		if j > 0 {
			for _, m := range b.kept[kind][j-1] {
				b.grown[kind].relax(state{m.i, byLone, 0, m.score + lone})
			}
		}
		b.kept[kind][j] = b.best(&b.grown[kind])
	}
}

// find is the state of a kind that begins at i and ends at j.
func (b *search) find(kind, i, j int) state {
	k, _ := slices.BinarySearchFunc(b.kept[kind][j], i, func(s state, i int) int { return s.i - i })
	return b.kept[kind][j][k]
}

// trace writes pair (i, j), and those in it.
func (b *search) trace(y rna.Structure, i, j int) {
	for {
		y[i], y[j] = j, i
		s := b.find(ofPairs, i, j)
		if s.from >= 0 {
			i, j = s.from, s.to
			continue
		}
		if s.from == byHairpin {
			return
		}
		for kind, end := ofMore, j-1; kind != ofNone; {
			m := b.find(kind, i, end)
			if m.from == byLone {
				end--
				continue
			}
			b.trace(y, m.from, end)
			kind, end = m.to, m.from-1
		}
		return
	}
}
