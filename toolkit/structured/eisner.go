package structured

import (
	"context"
	"math"
)

// Eisner decodes projective dependency trees, those without crossing arcs, by dynamic programming over spans in O(n³).
// The zero value is ready; it keeps its memory between calls and is not for concurrent use.
//
// Source: Eisner, Three New Probabilistic Models for Dependency Parsing, COLING 1996; in the form of McDonald, Crammer,
// Pereira, Online Large-Margin Training of Dependency Parsers, ACL 2005.
type Eisner struct {
	w     int // nodes
	arc   []float64
	chart [4]spans
}

// spans are the best scores of all spans lo to hi ≥ lo of one kind, at lo·w + hi, and where they were put together.
type spans struct {
	best  []float64
	split []int32
}

// The kinds of spans. A head is at the right or left end; a complete span holds all that hangs at that side of it, an
// incomplete one ends with the word whose arc it has just been given.
const (
	completeRight   = iota // head on the left
	completeLeft           // head on the right
	incompleteRight        // arc from lo to hi
	incompleteLeft         // arc from hi to lo
)

// Decode writes a best projective tree to heads and returns its score; no words score 0.
func (e *Eisner) Decode(heads []int, s *TreeScores) float64 {
	return e.DecodeUntil(context.Background(), heads, s)
}

// DecodeUntil is Decode, which writes nothing and returns NaN when the context ends.
func (e *Eisner) DecodeUntil(ctx context.Context, heads []int, s *TreeScores) float64 {
	s.room(heads)
	s.flat(heads)
	if s.Words == 0 {
		return 0
	}
	e.w = s.Words + 1
	e.arc = append(e.arc[:0], s.Arc...)
	for m := 1; m < e.w; m++ {
		e.arc[(m-1)*e.w+m] = 0
	}
	if v := tame(e.arc, s.Words); v != v {
		return v
	}
	first := 0 // node of the chart: the root is none of a single one's
	if s.SingleRoot {
		first = 1
	}
	if e.fill(ctx, first); ctx.Err() != nil {
		return math.NaN()
	}
	if !s.SingleRoot {
		if math.IsInf(e.chart[completeRight].best[s.Words], -1) {
			return math.Inf(-1)
		}
		e.expand(heads, completeRight, 0, s.Words)
		return s.of(heads)
	}
	most, root := math.Inf(-1), 0
	for r := 1; r < e.w; r++ {
		v := e.chart[completeLeft].best[e.w+r] + e.chart[completeRight].best[r*e.w+s.Words] + e.arc[(r-1)*e.w]
		if v > most {
			most, root = v, r
		}
	}
	if root == 0 {
		return most
	}
	heads[root-1] = 0
	e.expand(heads, completeLeft, 1, root)
	e.expand(heads, completeRight, root, s.Words)
	return s.of(heads)
}

// fill fills the chart with the spans of all nodes from the first on, the short ones first, until the context ends.
func (e *Eisner) fill(ctx context.Context, first int) {
	for k := range e.chart {
		e.chart[k].best = zeros(e.chart[k].best, e.w*e.w)
		if len(e.chart[k].split) < e.w*e.w {
			e.chart[k].split = make([]int32, e.w*e.w)
		}
	}
	for length := 1; length < e.w && ctx.Err() == nil; length++ {
		for lo := first; lo+length < e.w; lo++ {
			hi := lo + length
			v, at := e.join(completeRight, lo, lo, completeLeft, hi, 1, length)
			e.put(incompleteRight, lo, hi, v+e.arc[(hi-1)*e.w+lo], at)
			if lo > 0 {
				e.put(incompleteLeft, lo, hi, v+e.arc[(lo-1)*e.w+hi], at)
				v, at = e.join(completeLeft, lo, lo, incompleteLeft, hi, 0, length)
				e.put(completeLeft, lo, hi, v, at)
			}
			v, at = e.join(incompleteRight, lo, lo+1, completeRight, hi, 0, length)
			e.put(completeRight, lo, hi, v, at)
		}
	}
}

// join is the best sum, and its q, of a span from lo to q and one from q+gap to hi, for so many q from one on.
func (e *Eisner) join(left, lo, q, right, hi, gap, count int) (best float64, at int) {
	best, at = math.Inf(-1), q
	l, r := e.chart[left].best, e.chart[right].best
	for range count {
		if v := l[lo*e.w+q] + r[(q+gap)*e.w+hi]; v > best {
			best, at = v, q
		}
		q++
	}
	return best, at
}

func (e *Eisner) put(kind, lo, hi int, v float64, at int) {
	e.chart[kind].best[lo*e.w+hi], e.chart[kind].split[lo*e.w+hi] = v, int32(at)
}

// expand writes the heads of the words inside a span.
func (e *Eisner) expand(heads []int, kind, lo, hi int) {
	if lo == hi {
		return
	}
	q := int(e.chart[kind].split[lo*e.w+hi])
	switch kind {
	case completeRight:
		e.expand(heads, incompleteRight, lo, q)
		e.expand(heads, completeRight, q, hi)
		return
	case completeLeft:
		e.expand(heads, completeLeft, lo, q)
		e.expand(heads, incompleteLeft, q, hi)
		return
	case incompleteRight:
		heads[hi-1] = lo
	case incompleteLeft:
		heads[lo-1] = hi
	}
	e.expand(heads, completeRight, lo, q)
	e.expand(heads, completeLeft, q+1, hi)
}
