package blocks

import (
	"context"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// workers is how many blocks are in memory at a time.
func (p *Problem) workers() int { return min(max(1, p.Workers), p.A.Blocks()) }

// each reads some columns of the blocks from, …, to − 1 once: each of its workers takes the next one, into a block of
// its own, and do is called with the worker's number and the block's.
func (p *Problem) each(
	ctx context.Context, from, to int, columns []int, do func(worker, k int, b *linalg.RowBlock),
) error {
	group, inner := errgroup.WithContext(ctx)
	var next atomic.Int64
	next.Store(int64(from))
	for t := range min(p.workers(), to-from) {
		group.Go(func() error {
			b := p.Rooms.get()
			defer p.Rooms.put(b)
			for {
				k := int(next.Add(1)) - 1
				if err := context.Cause(inner); k >= to || err != nil {
					return err
				}
				if err := p.A.Read(inner, k, columns, b); err != nil {
					return err
				}
				do(t, k, b)
			}
		})
	}
	err := group.Wait()
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	return err
}

// pass goes over all blocks once.
func (p *Problem) pass(ctx context.Context, r *Request) (*Sums, error) {
	r.Fold = p.Fold
	if p.Take != nil {
		if some, ok := p.A.(*Every); ok {
			r.Every = some.Step
		}
		return p.Take(ctx, r)
	}
	return p.sums(ctx, r, p.parts())
}

// Pass goes over the blocks of one part of the source, see Parted, and Join adds up what came of all parts. It is nil
// where the part has no blocks.
func (p *Problem) Pass(ctx context.Context, r *Request, part int) (*Sums, error) {
	if r.Every > 1 {
		some := *p
		some.A = &Every{Source: p.A, Step: r.Every}
		p = &some
	}
	bounds := p.parts()[part : part+2]
	if bounds[0] == bounds[1] {
		return nil, nil //nolint:nilnil // as it says
	}
	return p.sums(ctx, r, bounds)
}

// sums are those of the parts within bounds.
func (p *Problem) sums(ctx context.Context, r *Request, bounds []int) (*Sums, error) {
	columns := len(r.columns())
	if r.columns() == nil {
		columns = p.size()
	}
	fresh := func() *Sums { return p.newSums(r, columns) }
	over := newForest(bounds, (*Sums).add, fresh, (*Sums).clear)
	workers := make([]worker, p.workers())
	read, places := p.reads(r)
	err := p.each(ctx, bounds[0], bounds[len(bounds)-1], read, func(t, k int, b *linalg.RowBlock) {
		w := &workers[t]
		w.p, w.r, w.places, w.block, w.s = p, r, places, b, over.pool.get()
		w.one()
		over.put(k, w.s)
	})
	if err != nil {
		return nil, err
	}
	return over.top.root, nil
}

// Join adds up what passes over all parts came to, in their order. It changes them.
func Join(parts []*Sums) *Sums {
	some := slices.DeleteFunc(slices.Clone(parts), func(s *Sums) bool { return s == nil })
	t := tree[*Sums]{n: len(some), join: (*Sums).add, pool: &pool[*Sums]{}}
	for k, s := range some {
		t.put(k, s)
	}
	return t.root
}

// one adds up the block that was read.
func (w *worker) one() {
	a := w.block.Columns()
	_, n := a.Dims()
	k := w.p.wide()
	w.rows, w.s.Longest = n, n
	for _, v := range []*[]float64{&w.z, &w.positive, &w.negative, &w.h} {
		*v = vec.Resize(*v, n*k)
	}
	for i := range w.z {
		if w.z[i] = 0; w.r.B != nil {
			w.z[i] = w.r.B[w.output(i)]
		}
	}
	gradient := &w.s.Sides[1].Gradient
	for at := range *gradient {
		col := w.r.column(at)
		if v := w.r.W[col]; v != 0 {
			a.AddRow(w.of(w.z, col%k), v, w.place(at))
		}
	}
	w.weigh()
	l := w.p.Loss.Bind(w.block.Y, nil)
	if of, is := l.(probable); is {
		w.joint(of)
	} else {
		w.slopes(l.(toolkit.Separable)) //nolint:errcheck // kind asks
	}
	w.s.Mass += floats.Sum(w.v)
	for side, u := range [2][]float64{w.positive, w.negative} {
		to := w.s.Sides[side].Gradient
		for at := range to {
			to[at] += a.DotRow(w.place(at), w.of(u, w.r.column(at)%k))
		}
	}
	var square float64
	for at := range w.s.Squares {
		if at == 0 || w.place(at) != w.place(at-1) {
			square = a.DotRows(w.place(at), w.place(at))
		}
		w.s.Squares[at] += square
	}
	if len(w.r.Which) > 0 || w.p.Intercept {
		w.curve(l)
	}
}
