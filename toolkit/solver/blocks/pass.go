package blocks

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
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
		_, columns = p.A.Dims()
	}
	fresh := func() *Sums { return newSums(columns, len(r.Which), r.Norms) }
	over := newForest(bounds, (*Sums).add, fresh, (*Sums).clear)
	workers := make([]worker, p.workers())
	err := p.each(ctx, bounds[0], bounds[len(bounds)-1], r.columns(), func(t, k int, b *linalg.RowBlock) {
		w := &workers[t]
		w.p, w.r, w.block, w.s = p, r, b, over.pool.get()
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

// worker adds up its blocks.
type worker struct {
	p     *Problem
	r     *Request
	s     *Sums
	block *linalg.RowBlock

	z, positive, negative, h, v []float64
}

// one adds up the block that was read.
func (w *worker) one() {
	a, n := w.block.Columns(), len(w.block.Y)
	w.s.Longest = n
	columns, _ := a.Dims()
	for _, v := range []*[]float64{&w.z, &w.positive, &w.negative, &w.h} {
		*v = vec.Resize(*v, n)
	}
	for i := range w.z {
		w.z[i] = w.r.B
	}
	for k := range columns {
		if v := w.r.W[w.r.column(k)]; v != 0 {
			a.AddRow(w.z, v, k)
		}
	}
	l := w.p.Loss.Bind(w.block.Y, nil).(toolkit.Separable) //nolint:errcheck // kind asks
	w.weigh(l)
	w.slopes(l)
	for k := range columns {
		w.s.Sides[0].Gradient[k] += a.DotRow(k, w.positive)
		w.s.Sides[1].Gradient[k] += a.DotRow(k, w.negative)
	}
	for k := range w.s.Squares {
		w.s.Squares[k] += a.DotRows(k, k)
	}
	if len(w.r.Which) == 0 && !w.p.Intercept {
		return
	}
	w.curve(l)
	w.block.AddGram(w.s.Hessian, w.r.Which, w.h)
	for k, place := range w.r.Which {
		w.s.Border[k] += a.DotRow(place, w.h)
	}
}

// weigh makes the weights v_i of the block, and adds up the losses of rows that are left out, which have 0.
func (w *worker) weigh(l toolkit.Separable) {
	w.v = append(w.v[:0], w.block.Weights...)
	for i := range w.z {
		if len(w.block.Weights) == 0 {
			w.v = append(w.v, 1)
		}
		if w.held(i) {
			value, _ := l.At(i, w.z[i])
			w.hold(value, w.z[i], w.v[i], i)
			w.v[i] = 0
		}
	}
	w.s.Mass += floats.Sum(w.v)
}

// held tells whether row i of the block is left out.
func (w *worker) held(i int) bool {
	if keys := w.block.Keys; len(keys) > 0 {
		return w.r.Fold.Has(keys[i])
	}
	return w.r.Fold.Has(float64(w.block.First + i))
}

// hold adds up what is left out of a block.
func (w *worker) hold(value, f, weight float64, i int) {
	h := &w.s.Held
	h.Loss += weight * value
	h.Mass += weight
	if (f > 0) == (w.block.Y[i] > 0) {
		h.Right += weight
	}
}

// smoothed is the loss, or what takes its place where it has kinks.
func (r *Request) smoothed(l toolkit.Separable) smooth {
	if h, is := l.(solver.Margin); is && r.Tau > 0 {
		return softHinge{h, r.Tau}
	}
	return l.(smooth) //nolint:errcheck // kind asks
}

// slopes adds up what losses, slopes and conjugates say.
func (w *worker) slopes(l toolkit.Separable) {
	var s Sums // of this block: long sums of short ones lose less
	of, same := w.r.smoothed(l), w.r.Tau == 0
	for i, f := range w.z {
		if w.v[i] == 0 {
			w.positive[i], w.negative[i] = 0, 0
			continue
		}
		value, u := of.At(i, f)
		s.Smooth += w.v[i] * value
		if !same {
			value, _ = l.At(i, f)
		}
		conjugate, least, v := l.Conjugate(i, u), l.Conjugate(i, 0), w.v[i]
		value, u, conjugate, least = v*value, v*u, v*conjugate, v*least
		s.Loss += value
		s.Sizes += math.Abs(value) + math.Abs(conjugate)
		s.Slopes += u * u
		at := &s.Sides[1]
		w.positive[i], w.negative[i] = 0, u
		if u > 0 {
			at = &s.Sides[0]
			w.positive[i], w.negative[i] = u, 0
		}
		at.Slopes += u
		at.Conjugate += conjugate
		at.Least += least
	}
	w.s.Loss += s.Loss
	w.s.Smooth += s.Smooth
	w.s.Sizes += s.Sizes
	w.s.Slopes += s.Slopes
	for k := range s.Sides {
		w.s.Sides[k].Slopes += s.Sides[k].Slopes
		w.s.Sides[k].Conjugate += s.Sides[k].Conjugate
		w.s.Sides[k].Least += s.Sides[k].Least
	}
}

// negligible is the share of the largest second derivative below which one is taken for 0: the Hessian chooses steps,
// and no certificate rests on it.
const negligible = 1e-9

// idle is the share of the bound of second derivatives that one of 0 is taken for: where a loss is linear in all
// examples, as Huber's is from afar, steps would else have no length.
const idle = 1e-3

// curve finds the second derivatives of the rows that the Hessian is of.
func (w *worker) curve(l toolkit.Separable) {
	n, of := len(w.z), w.r.smoothed(l)
	count := min(n, int(math.Ceil(w.r.Rows*float64(n))))
	first := int(w.r.Turn * float64(n))
	clear(w.h)
	floor, mass := 0., 0.
	if bound := w.p.curvature(); w.r.Tau == 0 && !math.IsInf(bound, 1) {
		floor = idle * bound / w.p.heaviest()
	}
	for k := range count {
		i := (first + k) % n
		if w.h[i] = of.Second(i, w.z[i]); w.h[i] == 0 {
			w.h[i] = floor
		}
		w.h[i] *= w.v[i]
		mass += w.v[i]
	}
	least := negligible * slices.Max(w.h)
	for i, h := range w.h {
		if h < least {
			w.h[i] = 0
		}
	}
	w.s.Corner += floats.Sum(w.h)
	w.s.Rows += mass
}
