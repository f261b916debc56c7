package rna

import (
	"container/heap"
	"context"
	"errors"
	"math"
)

// Scored is a structure and its score.
type Scored struct {
	Structure Structure
	Score     float64
}

// mostPartials is how many structures in part are kept at most: some hundreds of MB.
const mostPartials = 4 << 20

// Suboptimal returns the structures of the highest scores, best first, at most so many, and none whose score is more
// than within below the best. Evidence is in the scores. It goes on with that structure in part whose bound – what is
// decided, and the best of what is not, by the tables of Folder – is the largest, so that each whole one is the next
// best.
//
// Source: Waterman, Byers, A Dynamic Programming Algorithm to Find All Solutions in a Neighborhood of the Optimum,
// Mathematical Biosciences 1985; Wuchty, Fontana, Hofacker, Schuster, Complete Suboptimal Folding of RNA, Biopolymers
// 1999; in the order of Hart, Nilsson, Raphael, 1968.
func (f *Folder) Suboptimal(
	ctx context.Context, x Sequence, given Evidence, most int, within float64,
) ([]Scored, error) {
	if most < 1 || !(within >= 0) {
		return nil, errors.New("ask for one structure at least, and for scores 0 or more below the best")
	}
	if _, _, err := f.FoldGiven(ctx, x, given); err != nil {
		return nil, err
	}
	s := &suboptimal{Folder: f, rows: map[int][]float64{}}
	heap.Push(s, &partial{bound: f.f[0], cells: &cells{part: part{kind: 'F'}}})
	var out []Scored
	for s.Len() > 0 && len(out) < most {
		if err := context.Cause(ctx); err != nil {
			return out, err
		}
		if s.Len() > mostPartials {
			return out, errors.New("too many structures are nearly as good: ask for fewer, or for less below the best")
		}
		p := heap.Pop(s).(*partial)
		if p.bound < f.f[0]-within-1e-9*(1+math.Abs(f.f[0])) {
			break
		}
		if p.cells == nil {
			y := s.whole(p)
			if f.given != nil && !f.given.met(y) {
				break // and so do all others
			}
			out = append(out, Scored{y, f.score(x, y)})
			continue
		}
		s.expand(p)
	}
	return out, nil
}

// part is a cell of the recursion of Folder: '1' and '2' are M₁ and M₂.
type part struct {
	kind byte
	i, j int
}

// partial is a structure in part; lists share their ends with others.
type partial struct {
	bound  float64
	number int // of two of one bound the later goes first, so that one is whole soon
	cells  *cells
	pairs  *pairList
}

// cells are those to do.
type cells struct {
	part
	next *cells
}

// pairList are the pairs.
type pairList struct {
	i, j int
	next *pairList
}

// suboptimal is the search: a heap of what is not whole.
type suboptimal struct {
	*Folder
	open  []*partial
	count int
	rows  map[int][]float64 // of M₁
}

func (s *suboptimal) Len() int { return len(s.open) }
func (s *suboptimal) Less(a, b int) bool {
	p, q := s.open[a], s.open[b]
	if p.bound != q.bound {
		return p.bound > q.bound
	}
	return p.number > q.number
}
func (s *suboptimal) Swap(a, b int) { s.open[a], s.open[b] = s.open[b], s.open[a] }
func (s *suboptimal) Push(v any)    { s.open = append(s.open, v.(*partial)) }
func (s *suboptimal) Pop() any {
	last := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	return last
}

// whole is the structure of one with nothing to do.
func (s *suboptimal) whole(p *partial) Structure {
	y := make(Structure, s.n)
	for i := range y {
		y[i] = -1
	}
	for l := p.pairs; l != nil; l = l.next {
		y[l.i], y[l.j] = l.j, l.i
	}
	return y
}

// value is the best of a cell.
func (s *suboptimal) value(c part) float64 {
	switch c.kind {
	case 'F':
		return s.f[c.i]
	case 'C':
		return s.c[s.at(c.i, c.j)]
	case 'O':
		return s.o[s.at(c.i, c.j)]
	case '2':
		return s.m2[s.at(c.i, c.j)]
	case 'M':
		return max(s.o[s.at(c.i, c.j)], s.m2[s.at(c.i, c.j)])
	}
	row, ok := s.rows[c.i]
	if !ok {
		row = make([]float64, s.n-c.i)
		m1 := math.Inf(-1)
		for k := range row {
			m1 += s.lone[c.i+k]
			if !math.IsInf(s.c[s.at(c.i, c.i+k)], -1) {
				m1 = max(m1, s.helix(c.i, c.i+k))
			}
			row[k] = m1
		}
		s.rows[c.i] = row
	}
	return row[c.j-c.i]
}

// expand takes the first cell to do, and keeps its alternatives, each with what it has of its own and the cells in it.
func (s *suboptimal) expand(p *partial) {
	c := p.cells.part
	rest := p.bound - s.value(c)
	s.alternatives(c, func(own float64, next ...part) {
		q := &partial{bound: rest + own, number: s.count, cells: p.cells.next, pairs: p.pairs}
		for _, n := range next {
			q.bound += s.value(n)
			q.cells = &cells{n, q.cells}
		}
		if math.IsInf(q.bound, -1) {
			return
		}
		if c.kind == 'C' {
			q.pairs = &pairList{c.i, c.j, q.pairs}
		}
		s.count++
		heap.Push(s, q)
	})
}

// alternatives visits those of a cell.
func (s *suboptimal) alternatives(c part, visit func(own float64, next ...part)) {
	i, j := c.i, c.j
	switch c.kind {
	case 'F':
		if i == s.n {
			visit(0)
			return
		}
		visit(s.alone(i)-s.f[i+1], part{'F', i + 1, 0})
		for _, j := range s.after(s.x[i], i) {
			visit(s.s.outerBranch+*s.s.ends(s.x, j, i), part{'C', i, j}, part{'F', j + 1, 0})
		}
	case 'C':
		s.closes(i, j, visit)
	case 'M':
		visit(0, part{'O', i, j})
		visit(0, part{'2', i, j})
	case 'O':
		if i < j {
			visit(s.lone[i], part{'O', i + 1, j})
		}
		visit(0, part{'1', i, j})
	case '1':
		if i < j {
			visit(s.lone[j], part{'1', i, j - 1})
			visit(s.s.multiBranch+*s.helixEnd(i, j), part{'C', i, j})
		}
	case '2':
		if i < j {
			visit(s.lone[j], part{'2', i, j - 1})
		}
		for k := i + 1; k < j; k++ {
			visit(s.s.multiBranch+*s.helixEnd(k, j), part{'M', i, k - 1}, part{'C', k, j})
		}
	}
}

// helixEnd is the end of a helix in a multiple loop; of bases that are no pair, whose C is −∞, any.
func (s *suboptimal) helixEnd(i, j int) *float64 {
	if pairType[s.x[i]][s.x[j]] < 0 {
		return &s.s.multiBranch
	}
	return s.s.ends(s.x, j, i)
}

// closes visits what pair (i, j) may close.
func (s *suboptimal) closes(i, j int, visit func(own float64, next ...part)) {
	t := pairType[s.x[i]][s.x[j]]
	pair := s.s.pair[t]
	visit(pair + s.closed(i, j, t))
	if j-i <= 2 {
		return
	}
	visit(pair+s.s.multiLoop+s.s.multiBranch+*s.s.ends(s.x, i, j), part{'2', i + 1, j - 1})
	if inner := s.c[s.at(i+1, j-1)]; !math.IsInf(inner, -1) {
		visit(pair+s.stack(i, j, t)-inner, part{'C', i + 1, j - 1})
	}
	around := s.around(i, j, t)
	for left := range longest + 1 {
		for right := range longest + 1 - left {
			p, q := i+1+left, j-1-right
			if p >= q || left+right == 0 || math.IsInf(s.c[s.at(p, q)], -1) {
				continue
			}
			visit(pair+(s.single(i, j, left, right)+around)-s.c[s.at(p, q)], part{'C', p, q})
		}
	}
}
