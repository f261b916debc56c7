package bundle

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"

	"golang.org/x/sync/errgroup"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Oracle is the mean loss of an oracle's examples as a Function, ℓ(w) = (1/n) Σ_i ℓ_i(w). Examples go to as many
// goroutines as there are processors; sums are taken in the same order on any number of them.
type Oracle struct {
	worker  func() (toolkit.Oracle, toolkit.Params)
	workers []*worker
	space   space
	n, dim  int
	sums    [][]float64 // of the subgradients of a chunk of examples
	losses  []float64
	slacks  []float64
}

// worker is what one goroutine works with: oracles and parameters are for one at a time.
type worker struct {
	oracle      toolkit.Oracle
	params, sum toolkit.Params
	update      toolkit.Update
}

// chunks is how many sums there are, whatever the number of goroutines.
const chunks = 16

// space says what the numbers of a vector stand for.
type space interface {
	// set makes p what w says.
	set(p toolkit.Params, w []float64)
	// sum writes the sum of the updates of next to dst, with the help of p.
	sum(dst []float64, p toolkit.Params, next func() (u *toolkit.Update, err error)) error
}

// NewOracle makes a Function of an oracle over parameters that are one vector, whose numbers are the variables: those
// of one block of explicit weights. newWorker makes an oracle and parameters of its own for each goroutine,
// all of one length.
func NewOracle(newWorker func() (toolkit.Oracle, toolkit.Params)) (*Oracle, error) {
	_, p := newWorker()
	v, ok := p.(toolkit.Vectorer)
	if !ok {
		return nil, errors.New("bundle: the parameters are no vector; NewExpansion takes any")
	}
	w, ok := v.Vector()
	if !ok {
		return nil, errors.New("bundle: the parameters are not one vector: they are several blocks, or a kernel's; " +
			"NewExpansion takes any")
	}
	return newOracle(func() (toolkit.Oracle, toolkit.Params) {
		o, p := newWorker()
		if len(vector(p)) != len(w) {
			panic("bundle: the workers' parameters have different lengths")
		}
		return o, p
	}, len(w), explicit{}), nil
}

func newOracle(newWorker func() (toolkit.Oracle, toolkit.Params), dim int, s space) *Oracle {
	f := &Oracle{worker: newWorker, dim: dim, space: s}
	f.hire()
	f.n = f.workers[0].oracle.Len()
	f.losses, f.slacks = make([]float64, chunks), make([]float64, chunks)
	for range chunks {
		f.sums = append(f.sums, make([]float64, dim))
	}
	return f
}

// hire makes a worker for every processor there is now.
func (f *Oracle) hire() {
	for len(f.workers) < runtime.GOMAXPROCS(0) {
		o, p := f.worker()
		_, sum := f.worker()
		f.workers = append(f.workers, &worker{oracle: o, params: p, sum: sum})
	}
}

// Dim is the number of variables.
func (f *Oracle) Dim() int { return f.dim }

// Terms is the number of examples.
func (f *Oracle) Terms() int { return f.n }

// Subgradient asks the oracle for every example.
func (f *Oracle) Subgradient(ctx context.Context, a, w []float64) (float64, error) {
	f.hire()
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for _, worker := range f.workers[:runtime.GOMAXPROCS(0)] {
		group.Go(func() error {
			f.space.set(worker.params, w)
			for {
				c := int(next.Add(1)) - 1
				if c >= chunks {
					return nil
				}
				if err := f.chunk(ctx, worker, c); err != nil {
					return err
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	clear(a)
	var loss float64
	for c, sum := range f.sums {
		floats.Add(a, sum)
		loss += f.losses[c]
	}
	floats.Scale(1/float64(f.n), a)
	return loss / float64(f.n), nil
}

// Slack is the mean of the oracle's slacks in the last call, 0 where its maxima are exact.
func (f *Oracle) Slack() float64 { return floats.Sum(f.slacks) / float64(f.n) }

// chunk adds up the examples of one chunk.
func (f *Oracle) chunk(ctx context.Context, w *worker, c int) error {
	i, end := c*f.n/chunks, (c+1)*f.n/chunks
	f.losses[c], f.slacks[c] = 0, 0
	return f.space.sum(f.sums[c], w.sum, func() (*toolkit.Update, error) {
		if i == end {
			return nil, nil
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		f.losses[c] += w.oracle.Grad(i, w.params, &w.update)
		f.slacks[c] += solver.SlackOf(w.oracle, i)
		i++
		return &w.update, nil
	})
}

// explicit is the space of parameters that are one vector.
type explicit struct{}

func (explicit) set(p toolkit.Params, w []float64) {
	copy(vector(p), w)
	p.Refresh()
}

func (explicit) sum(dst []float64, p toolkit.Params, next func() (*toolkit.Update, error)) error {
	zero(p)
	u, err := next()
	for ; u != nil && err == nil; u, err = next() {
		p.Add(1, u)
	}
	copy(dst, vector(p))
	return err
}

// vector is the storage of parameters that have one: see NewOracle.
func vector(p toolkit.Params) []float64 {
	w, _ := p.(toolkit.Vectorer).Vector() //nolint:errcheck // NewOracle asks
	return w
}

// zero is θ ← 0.
func zero(p toolkit.Params) {
	for k := range p.Groups() {
		p.Scale(k, 0)
	}
}
