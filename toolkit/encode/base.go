package encode

import (
	"context"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Base is what folds learn an encoder anew from: the features of columns alone, before steps make others.
type Base struct {
	X    linalg.Map
	Gaps map[int][]int // of columns that were filled in, the rows of X where
}

// learnt is what the columns are learnt anew from; nil where that changes nothing: a level that some rows have not is a
// feature of 0 for these.
func (r *run) learnt(e *Encoder) *Base {
	out := &Base{Gaps: map[int][]int{}}
	rare := false
	for j, a := range r.actions {
		rare = rare || e.MinCount > 1 && a.of.Levels != nil
		if a.of.Fill == nil && a.of.FillLevel == nil || r.t.Columns[a.source].Missing == 0 {
			continue
		}
		i := 0
		r.t.each(a.source, r.skip, func(cell float64) {
			if Missing(cell) {
				out.Gaps[j] = append(out.Gaps[j], i)
			}
			i++
		})
	}
	if !rare && len(out.Gaps) == 0 && !e.Relearns() {
		return nil
	}
	return out
}

// Anew makes the features of all rows by what some of them teach: what fills gaps, which levels and words are rare, and
// knots. Features stay where they are; rare levels become other where that is a level, and 0 else, as rare words do.
// The level without a feature stays, as do levels that are rare in all rows, and words that are frequent there.
func (b *Base) Anew(ctx context.Context, e *Encoder, rows []int) (linalg.Map, error) {
	x, err := b.some(ctx, e, rows)
	if err != nil {
		return nil, err
	}
	again, err := e.relearn(x, rows)
	if err != nil {
		return nil, err
	}
	return again.Make(ctx, x)
}

// anew is what becomes of the features of a column.
type anew struct {
	first int
	fill  []float64    // of rows with a gap
	gap   map[int]bool // which these are
	into  map[int]int  // of a rare feature another one, or −1
}

// some are the columns' own features by what some rows teach.
func (b *Base) some(ctx context.Context, e *Encoder, rows []int) (linalg.Map, error) {
	spans, _ := e.spans()
	var plans []anew
	for j := range e.Columns {
		c := &e.Columns[j]
		rare := e.MinCount > 1 && c.Levels != nil
		if !rare && b.Gaps[j] == nil {
			continue
		}
		p, err := b.plan(e, j, spans[c.Name][0], rows)
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	if plans == nil {
		return b.X, nil
	}
	n, d := b.X.Dims()
	out, row := builder{dense: linalg.IsDense(b.X), width: d, rows: n}, make([]float64, d)
	for i := range n {
		if i%4096 == 0 && context.Cause(ctx) != nil {
			return nil, context.Cause(ctx)
		}
		clear(row)
		b.X.(linalg.Entries).VisitRow(i, func(j int, v float64) { row[j] = v })
		for _, p := range plans {
			p.apply(row, i)
		}
		out.add(row)
	}
	return out.matrix(), nil
}

func (p *anew) apply(row []float64, i int) {
	if p.gap[i] {
		copy(row[p.first:], p.fill)
		return
	}
	for from, to := range p.into {
		if to >= 0 {
			row[to] += row[from]
		}
		row[from] = 0
	}
}

// plan is what some rows teach of column j.
func (b *Base) plan(e *Encoder, j, first int, rows []int) (anew, error) {
	c := &e.Columns[j]
	out := anew{first: first, gap: map[int]bool{}, into: map[int]int{}}
	for _, i := range b.Gaps[j] {
		out.gap[i] = true
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return out.gap[i] })
	if len(rows) == 0 {
		return out, fmt.Errorf("all of %s is missing where the rest is learnt from: leave it out (--drop %s)", short(c.Name),
			flag(c.Name))
	}
	if c.Kind == Category || c.Kind == Text {
		counts := make([]int, c.width())
		for _, i := range rows {
			b.X.(linalg.Entries).VisitRow(i, func(k int, v float64) {
				if k >= first && k < first+len(counts) && v != 0 {
					counts[k-first]++
				}
			})
		}
		out.rare(c, e.MinCount, counts, len(rows))
		return out, nil
	}
	for k := range c.width() {
		values, all := make([]float64, len(rows)), column(b.X, first+k)
		for l, i := range rows {
			values[l] = all[i]
		}
		if e.Missing == Median {
			out.fill = append(out.fill, median(values))
			continue
		}
		out.fill = append(out.fill, mean(values))
	}
	return out, nil
}

// rare joins the rare levels, or words, of those that so many of n rows have, and finds the level that fills gaps.
func (p *anew) rare(c *Encoding, least int, counts []int, n int) {
	rest := n // of the level without a feature
	for _, count := range counts {
		rest -= count
	}
	joined, is := slices.BinarySearch(c.Levels, other)
	is = is && c.Kind == Category
	for k, level := range c.Levels {
		switch {
		case counts[k] >= least || c.Kind == Category && level == other:
			continue
		case is:
			p.into[p.first+k] = p.first + joined
			counts[joined] += counts[k]
		default:
			p.into[p.first+k] = -1
			rest += counts[k]
		}
		counts[k] = 0
	}
	if c.FillLevel == nil {
		return
	}
	p.fill = make([]float64, len(counts))
	best, at := -1, -1
	if c.Reference != nil {
		best = rest
	}
	for k, count := range counts {
		if count > best || count == best && at < 0 && c.Levels[k] < *c.Reference { // of equals the first
			best, at = count, k
		}
	}
	if at >= 0 {
		p.fill[at] = 1
	}
}
