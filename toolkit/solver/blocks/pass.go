package blocks

import (
	"context"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// request is what a pass is to look at.
type request struct {
	w       []float64 // by feature
	b       float64
	columns []int   // that are read, ascending; nil for all. Weights of others are 0
	which   []int   // of these, by place: the features of the Hessian
	rows    float64 // the share of the rows that the Hessian is of
	turn    float64 // from 0 to 1: where in a block these rows begin
	tau     float64 // of the hinge's smoothing; 0 for none
	norms   bool    // squares of the columns are asked for too
}

// side holds sums over examples whose slopes have the same sign: an intercept asks that Σ_i u_i = 0, and the two sides
// are scaled apart to be so.
type side struct {
	slopes, conjugate, least float64   // Σ u_i, Σ ℓ_i*(u_i), Σ ℓ_i*(0)
	gradient                 []float64 // Σ u_i a_i, by column read
}

// sums are what a pass adds up, none of them divided by n.
type sums struct {
	loss, smooth float64 // Σ ℓ_i, and of the smoothed loss
	sizes        float64 // Σ |ℓ_i| + |ℓ_i*|
	slopes       float64 // Σ u_i²
	sides        [2]side // of positive slopes, and of others
	squares      []float64

	hessian []float64 // Σ h_i a_i a_iᵀ of the features asked for, its upper triangle
	border  []float64 // Σ h_i a_i
	corner  float64   // Σ h_i
	rows    int       // that the Hessian is of
}

func newSums(columns, which int, norms bool) *sums {
	s := &sums{hessian: make([]float64, which*which), border: make([]float64, which)}
	for k := range s.sides {
		s.sides[k].gradient = make([]float64, columns)
	}
	if norms {
		s.squares = make([]float64, columns)
	}
	return s
}

// add adds what another worker found.
func (s *sums) add(o *sums) {
	s.loss += o.loss
	s.smooth += o.smooth
	s.sizes += o.sizes
	s.slopes += o.slopes
	for k := range s.sides {
		a, b := &s.sides[k], &o.sides[k]
		a.slopes += b.slopes
		a.conjugate += b.conjugate
		a.least += b.least
		floats.Add(a.gradient, b.gradient)
	}
	floats.Add(s.squares, o.squares)
	floats.Add(s.hessian, o.hessian)
	floats.Add(s.border, o.border)
	s.corner += o.corner
	s.rows += o.rows
}

// workers is how many blocks are in memory at a time.
func (p *Problem) workers() int { return min(max(1, p.Workers), p.A.Blocks()) }

// each reads some columns of all blocks once, into the block that its worker has, and calls do of the worker. Each
// takes every so many blocks, so that sums are the same from run to run.
func (p *Problem) each(
	ctx context.Context, into func(worker int) *linalg.RowBlock, columns []int, do func(worker int),
) error {
	group, inner := errgroup.WithContext(ctx)
	for t := range p.workers() {
		group.Go(func() error {
			for k := t; k < p.A.Blocks(); k += p.workers() {
				if err := context.Cause(inner); err != nil {
					return err
				}
				if err := p.A.Read(inner, k, columns, into(t)); err != nil {
					return err
				}
				do(t)
			}
			return nil
		})
	}
	err := group.Wait()
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	return err
}

// pass goes over all blocks once.
func (p *Problem) pass(ctx context.Context, r *request) (*sums, error) {
	columns := len(r.columns)
	if r.columns == nil {
		_, columns = p.A.Dims()
	}
	parts := make([]*worker, p.workers())
	for t := range parts {
		parts[t] = &worker{p: p, r: r, s: newSums(columns, len(r.which), r.norms)}
	}
	err := p.each(ctx, func(t int) *linalg.RowBlock { return &parts[t].block }, r.columns, func(t int) { parts[t].one() })
	if err != nil {
		return nil, err
	}
	for _, part := range parts[1:] {
		parts[0].s.add(part.s)
	}
	return parts[0].s, nil
}

// worker adds up its blocks.
type worker struct {
	p     *Problem
	r     *request
	s     *sums
	block linalg.RowBlock

	z, positive, negative, h []float64
}

// one adds up the block that was read.
func (w *worker) one() {
	a, n := w.block.Columns(), len(w.block.Y)
	columns, _ := a.Dims()
	for _, v := range []*[]float64{&w.z, &w.positive, &w.negative, &w.h} {
		*v = vec.Resize(*v, n)
	}
	for i := range w.z {
		w.z[i] = w.r.b
	}
	for k := range columns {
		if v := w.r.w[w.r.column(k)]; v != 0 {
			a.AddRow(w.z, v, k)
		}
	}
	l := w.p.Loss.Bind(w.block.Y, nil).(toolkit.Separable) //nolint:errcheck // kind asks
	w.slopes(l)
	for k := range columns {
		w.s.sides[0].gradient[k] += a.DotRow(k, w.positive)
		w.s.sides[1].gradient[k] += a.DotRow(k, w.negative)
	}
	for k := range w.s.squares {
		w.s.squares[k] += a.DotRows(k, k)
	}
	if len(w.r.which) == 0 && !w.p.Intercept {
		return
	}
	w.curve(l)
	w.block.AddGram(w.s.hessian, w.r.which, w.h)
	for k, place := range w.r.which {
		w.s.border[k] += a.DotRow(place, w.h)
	}
}

// column is the feature of a column that was read.
func (r *request) column(k int) int {
	if r.columns == nil {
		return k
	}
	return r.columns[k]
}

// smoothed is the loss, or what takes its place where it has kinks.
func (r *request) smoothed(l toolkit.Separable) smooth {
	if h, is := l.(solver.Margin); is && r.tau > 0 {
		return softHinge{h, r.tau}
	}
	return l.(smooth) //nolint:errcheck // kind asks
}

// slopes adds up what losses, slopes and conjugates say.
func (w *worker) slopes(l toolkit.Separable) {
	var s sums // of this block: long sums of short ones lose less
	of, same := w.r.smoothed(l), w.r.tau == 0
	for i, f := range w.z {
		value, u := of.At(i, f)
		s.smooth += value
		if !same {
			value, _ = l.At(i, f)
		}
		conjugate, least := l.Conjugate(i, u), l.Conjugate(i, 0)
		s.loss += value
		s.sizes += math.Abs(value) + math.Abs(conjugate)
		s.slopes += u * u
		at := &s.sides[1]
		w.positive[i], w.negative[i] = 0, u
		if u > 0 {
			at = &s.sides[0]
			w.positive[i], w.negative[i] = u, 0
		}
		at.slopes += u
		at.conjugate += conjugate
		at.least += least
	}
	w.s.loss += s.loss
	w.s.smooth += s.smooth
	w.s.sizes += s.sizes
	w.s.slopes += s.slopes
	for k := range s.sides {
		w.s.sides[k].slopes += s.sides[k].slopes
		w.s.sides[k].conjugate += s.sides[k].conjugate
		w.s.sides[k].least += s.sides[k].least
	}
}

// negligible is the share of the largest second derivative below which one is taken for 0: the Hessian chooses steps,
// and no certificate rests on it.
const negligible = 1e-9

// curve finds the second derivatives of the rows that the Hessian is of.
func (w *worker) curve(l toolkit.Separable) {
	n, of := len(w.z), w.r.smoothed(l)
	count := min(n, int(math.Ceil(w.r.rows*float64(n))))
	first := int(w.r.turn * float64(n))
	clear(w.h)
	for k := range count {
		i := (first + k) % n
		w.h[i] = of.Second(i, w.z[i])
	}
	least := negligible * slices.Max(w.h)
	for i, h := range w.h {
		if h < least {
			w.h[i] = 0
		}
	}
	w.s.corner += floats.Sum(w.h)
	w.s.rows += count
}
