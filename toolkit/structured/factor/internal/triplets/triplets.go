// Package triplets lowers the bound of a graph by functions of three of its nodes.
package triplets

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// Set are triplets. Each, of nodes with states x, y and z, holds u(x, y, z) = u_1(x, y) + u_2(x, z) + u_3(y, z), and
// what they hold is taken off the scores of the edges between the nodes, θ'_e = θ_e − Σ u. So whatever u is, all
// labellings keep their scores, and none has more than the bound of θ' and the sum of the maxima of the triplets. Where
// the bound of the linear program is that of a cycle whose edges contradict each other, some u makes it less.
//
// Edges pass scores to and from triplets while messages go along them, each in its turn, as nodes do with edges. Two
// nodes of a triplet without an edge have a chord, whose scores are what triplets do not hold: nodes pass none to it.
//
// Source: Sontag, Meltzer, Globerson, Jaakkola, Weiss, Tightening LP Relaxations for MAP Using Message Passing, UAI
// 2008; Kolmogorov, A New Look at Reweighted Message Passing, PAMI 2015, section 3.
type Set struct {
	Tables []float64 // of all edges, where the θ' are written
	U      []float64 // of all triplets; Refresh makes θ' of them

	least  float64   // what edges pass on is cut off below that
	edges  []*pair   // those that triplets have; nil for others
	chords [][]*pair // of a node: those that it is the first node of, and those that it is the last of
	all    []triplet
	known  map[[3]int32]bool
}

// pair is an edge that triplets have, or a chord: its first node is that of its table.
type pair struct {
	nodes  [2]int32 // the earlier one first
	ka, kb int
	swap   bool      // its first node is the later one
	at     int       // in Tables
	score  []float64 // nil for a chord
	table  []float64 // of a chord
	in     []side
	most   [2]int // of its triplets, how many come later forwards and backwards
	phi    []float64
}

func (p *pair) chord() bool { return p.score == nil }

// side is one of the three edges of a triplet, in the order of its nodes: 0 of the first two, 1 of the first and last,
// 2 of the last two.
type side struct{ triplet, which int }

// later tells whether a side of the triplet follows in a pass.
func (s side) later(forward bool) bool { return forward && s.which < 2 || !forward && s.which > 0 }

type triplet struct {
	nodes  [3]int32
	states [3]int
	pairs  [3]*pair
	at     [3]int // in U
}

// New is an empty set for so many nodes: no score of the graph is as low as the least that is passed on.
func New(nodes int, least float64) *Set {
	return &Set{least: least, chords: make([][]*pair, 2*nodes), known: map[[3]int32]bool{}}
}

// Edge makes an edge between two nodes, the earlier one first, one that triplets may have: its table, of ka × kb, is in
// Tables at this place, its rows those of the later node where swap is set.
func (s *Set) Edge(e int, nodes [2]int32, ka, kb, at int, swap bool) {
	for len(s.edges) <= e {
		s.edges = append(s.edges, nil)
	}
	if s.edges[e] == nil {
		n := ka * kb
		s.edges[e] = &pair{
			nodes: nodes, ka: ka, kb: kb, swap: swap, at: at, score: append([]float64(nil), s.Tables[at:at+n]...),
			phi: make([]float64, n),
		}
	}
}

// pair is that of two nodes: an edge, or for −1 a chord, made where there is none.
func (s *Set) pair(e int, nodes [2]int32, ka, kb int) *pair {
	if e >= 0 {
		return s.edges[e]
	}
	for _, p := range s.chords[2*nodes[0]] {
		if p.nodes == nodes {
			return p
		}
	}
	n := ka * kb
	p := &pair{nodes: nodes, ka: ka, kb: kb, table: make([]float64, n), phi: make([]float64, n)}
	for k, v := range nodes {
		s.chords[2*int(v)+k] = append(s.chords[2*int(v)+k], p)
	}
	return p
}

// mostTriples bounds the triples of states of a triplet.
const mostTriples = 1 << 15

// AddCycle parts a cycle into triplets, and tells whether any is new; edge is that of two nodes, the earlier one first,
// which it makes one that triplets may have, or −1.
func (s *Set) AddCycle(cycle []int32, states []int, edge func(a, b int32) int) (added bool) {
	k := slices.Index(cycle, slices.Min(cycle))
	for j := 1; j+1 < len(cycle); j++ {
		n := [3]int32{cycle[k], cycle[(k+j)%len(cycle)], cycle[(k+j+1)%len(cycle)]}
		slices.Sort(n[:])
		of := [3]int{states[n[0]], states[n[1]], states[n[2]]}
		if !s.known[n] && of[0]*of[1]*of[2] <= mostTriples {
			s.add(n, of, [3]int{edge(n[0], n[1]), edge(n[0], n[2]), edge(n[1], n[2])})
			added = true
		}
	}
	return added
}

// add adds a triplet of nodes, in their order, and the edges of the first two, of the first and last, of the last two,
// −1 for none.
func (s *Set) add(nodes [3]int32, states [3]int, edges [3]int) {
	t := triplet{nodes: nodes, states: states}
	for which, e := range edges {
		a, b := which/2, 1+(which+1)/2
		p := s.pair(e, [2]int32{nodes[a], nodes[b]}, states[a], states[b])
		t.pairs[which], t.at[which] = p, len(s.U)
		s.U = append(s.U, make([]float64, p.ka*p.kb)...)
		in := side{len(s.all), which}
		p.in = append(p.in, in)
		for k, forward := range []bool{true, false} {
			if in.later(forward) {
				p.most[k]++
			}
		}
	}
	s.all = append(s.all, t)
	s.known[nodes] = true
}

// held is what a triplet holds of its edges: tables whose rows are of the earlier node.
func (s *Set) held(t *triplet) (xy, xz, yz []float64) {
	nx, ny, nz := t.states[0], t.states[1], t.states[2]
	return s.U[t.at[0]:][:nx*ny], s.U[t.at[1]:][:nx*nz], s.U[t.at[2]:][:ny*nz]
}

// Share collects for an edge what its triplets can do without, and passes shares of it on to those that come later; v
// are the scores of the states of the node that a message is to come from, the edge's first or not, and left is what
// the other node has of the edge.
func (s *Set) Share(e int, v, left []float64, fromFirst, forward bool) {
	if e >= len(s.edges) || s.edges[e] == nil {
		return
	}
	p := s.edges[e]
	s.take(p)
	most := math.Inf(-1)
	for i, w := range s.table(p) {
		if fromFirst {
			w += v[i/p.kb] - left[i%p.kb]
		} else {
			w += v[i%p.kb] - left[i/p.kb]
		}
		p.phi[i] = w
		most = max(most, w)
	}
	s.give(p, most, 1/float64(1+max(p.most[0], p.most[1])), forward)
}

// ShareChords does so for the chords of a node with later ones, or backwards with earlier ones.
func (s *Set) ShareChords(node int, forward bool) {
	at := 2 * node
	if !forward {
		at++
	}
	for _, p := range s.chords[at] {
		s.take(p)
		copy(p.phi, p.table)
		_, most := sums.Highest(p.phi)
		s.give(p, most, 1/float64(max(p.most[0], p.most[1])), forward)
	}
}

// take takes off triplets what they can do without.
func (s *Set) take(p *pair) {
	for _, in := range p.in {
		s.collect(in)
	}
	s.refresh(p)
}

// give passes shares of what pairs lack of the most.
func (s *Set) give(p *pair, most, share float64, forward bool) {
	if math.IsInf(most, -1) {
		return
	}
	for _, in := range p.in {
		if !in.later(forward) {
			continue
		}
		u := s.U[s.all[in.triplet].at[in.which]:]
		for i, w := range p.phi {
			u[p.place(i)] += share * max(w-most, s.least)
		}
	}
	s.refresh(p)
}

// place is where an entry of the edge's table is in one whose rows are of the earlier node.
func (p *pair) place(i int) int {
	if p.swap {
		return i%p.kb*p.ka + i/p.kb
	}
	return i
}

// collect takes off a triplet the most it can have for each pair of states of one side, so that it is at most 0.
func (s *Set) collect(in side) {
	t := &s.all[in.triplet]
	nx, ny, nz := t.states[0], t.states[1], t.states[2]
	xy, xz, yz := s.held(t)
	switch in.which {
	case 0:
		for x := range nx {
			for y := range ny {
				xy[x*ny+y] = -highest(xz[x*nz:x*nz+nz], yz[y*nz:y*nz+nz])
			}
		}
	case 1:
		collect(xz, xy, yz, nx, ny, nz, ny, 1)
	case 2:
		collect(yz, xy, xz, ny, nx, nz, 1, ny)
	}
}

// collect makes out(a, c) = −max_b l(a, b) + r(b, c), where l has steps of a and b.
func collect(out, l, r []float64, na, nb, nc, stepA, stepB int) {
	for a := range na {
		row := out[a*nc : a*nc+nc]
		for c := range row {
			row[c] = math.Inf(1)
		}
		for b := range nb {
			v := l[a*stepA+b*stepB]
			for c, w := range r[b*nc : b*nc+nc] {
				row[c] = min(row[c], -(v + w))
			}
		}
	}
}

func highest(a, b []float64) float64 {
	most := math.Inf(-1)
	b = b[:len(a)]
	for z, v := range a {
		most = max(most, v+b[z])
	}
	return most
}

// table is where θ' of a pair is.
func (s *Set) table(p *pair) []float64 {
	if p.chord() {
		return p.table
	}
	return s.Tables[p.at : p.at+len(p.score)]
}

// refresh makes θ' of a pair.
func (s *Set) refresh(p *pair) {
	table := s.table(p)
	clear(table)
	copy(table, p.score)
	for _, in := range p.in {
		u := s.U[s.all[in.triplet].at[in.which]:]
		for i := range table {
			table[i] -= u[p.place(i)]
		}
	}
}

// Refresh makes θ' of all pairs, for other U.
func (s *Set) Refresh() {
	for k := range s.all {
		for which, p := range s.all[k].pairs {
			if p.in[0] == (side{k, which}) {
				s.refresh(p)
			}
		}
	}
}
