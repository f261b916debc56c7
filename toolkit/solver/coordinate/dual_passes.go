package coordinate

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/face"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// DualState is the state after a pass. Gap is P(w) − D(α), and the point the best so far.
type DualState struct {
	solver.Progress
	w []float64
}

// X copies the weights.
func (s *DualState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// dualDescent is a run of DualDescent.
type dualDescent struct {
	p        *solver.Problem
	a        linalg.Rows
	loss     toolkit.Separable
	envelope toolkit.MoreauEnvelope
	c        []float64
	mu       float64
	s        *DualState
	v, w     []float64
	diagonal []float64 // ‖a_i‖²/μ
	norms    []float64 // ‖A_j‖
	f        []float64 // of one number an example, for whoever needs it
	row, col int       // the most entries of a row, and of a column, that are not 0
	best     float64   // the lowest objective so far
	dual     float64   // the best dual objective so far, less what rounding may have added,
	off      float64   // which is this
	gram     []float64 // A Aᵀ; nil before it pays
	since    int       // passes that changed w since it was summed up
	rng      *rand.Rand
	prefetch func(i int) // of a row; nil where there is none
	left     []int       // the examples of the next pass
	free     []bool      // at a kink of the loss
	spare    int         // visits that Newton's steps may take
	crossed  int         // how many came to one, or left it, in the last pass
	farthest float64     // how far the prediction of an example moved in the last pass by its own step
}

// mostVisits is how many visits to examples there are before the gap is looked at, as a multiple of all of them: that
// costs about as much as visiting all. Where in the last pass at most one in faceCrossed came to a kink or left it, a
// step of Newton's method follows, which takes no more visits than passes took. After fresh passes w is summed up anew,
// as each adds rounding. A row is asked for so many visits ahead of its own where so many entries are no more cached.
const (
	mostVisits  = 2
	faceCrossed = 200
	fresh       = 8
	ahead       = 8
	cached      = 1 << 16
)

// passes are one over all examples, and others over those that it does not leave out.
func (d *dualDescent) passes(ctx context.Context) {
	n, visits := len(d.c), 0
	d.left = d.left[:n]
	for first := true; first || len(d.left) > 0 && visits+len(d.left) <= mostVisits*n && ctx.Err() == nil; first = false {
		visits += len(d.left)
		d.pass()
	}
	if d.spare += visits; d.crossed <= len(d.left)/faceCrossed && ctx.Err() == nil {
		on := face.Dual{
			A: d.a, Loss: d.loss, Envelope: d.envelope, C: d.c, Diagonal: d.diagonal, Mu: d.mu, V: d.v, W: d.w,
		}
		slices.Sort(d.left)
		taken := on.Step(ctx, d.left, d.spare)
		visits, d.spare = visits+taken, d.spare-taken
		d.since++
	}
	d.s.Evals += visits
	if d.since >= fresh {
		d.refresh()
	}
}

// pass visits the examples that are left in a new order, and leaves out those whose v_i stays wherever their
// predictions are within what any moved in the pass before.
func (d *dualDescent) pass() {
	left := d.left
	d.rng.Shuffle(len(left), func(a, b int) { left[a], left[b] = left[b], left[a] })
	reach, kept := d.farthest, 0
	d.farthest, d.crossed = 0, 0
	d.since++
	for k, i := range left {
		if d.prefetch != nil && k+ahead < len(left) {
			d.prefetch(left[k+ahead])
		}
		if stays := d.maximize(i, reach); !stays {
			left[k], left[kept] = left[kept], i
			kept++
		}
	}
	d.left = left[:kept]
}

// maximize maximizes the dual objective over v_i, and tells whether that stays wherever the prediction is within reach.
func (d *dualDescent) maximize(i int, reach float64) (stays bool) {
	s := d.c[i] * d.diagonal[i]
	if s == 0 { // an empty row, or none at all: its prediction is 0 whatever w
		_, d.v[i] = d.loss.At(i, 0)
		return true
	}
	z, old := d.a.DotRow(i, d.w)+s*d.v[i], d.v[i]
	now, second := d.envelope.Envelope(i, z, s)
	if free := second > 0; free != d.free[i] {
		d.free[i] = free
		d.crossed++
	}
	if change := now - old; change != 0 {
		d.v[i] = now
		d.farthest = max(d.farthest, s*math.Abs(change))
		d.a.AddRow(d.w, -d.c[i]*change/d.mu, i)
		return false
	}
	if second > 0 {
		return false
	}
	up, _ := d.envelope.Envelope(i, z+reach, s)
	down, _ := d.envelope.Envelope(i, z-reach, s)
	return up == now && down == now
}

// Of a dense A of at least so many times as many features as examples, and of so many examples at most, passes go by
// the Gram matrix A Aᵀ of the examples, as soon as they have taken as long as that takes to make; of these passes there
// are as many between two sums of w as make the time of both of one order.
const (
	gramWide   = 2
	gramMost   = 2048
	gramPasses = 16 // times d/n
)

// gramPays tells whether the Gram matrix is to be made now.
func (d *dualDescent) gramPays() bool {
	n := len(d.c)
	return linalg.IsDense(d.a) && n <= gramMost && len(d.w) >= gramWide*n && d.s.Evals >= n*(1+n/(2*model.GramFlops))
}

// byGram takes passes over the examples by predictions f = A w and the rows of A Aᵀ: a visit costs nothing, and a
// change n. w is summed up anew after them.
func (d *dualDescent) byGram(ctx context.Context) {
	n := len(d.c)
	f := make([]float64, n)
	d.a.MulVec(f, d.w)
	for range gramPasses * len(d.w) / n {
		moved := false
		for _, i := range d.rng.Perm(n) {
			s := d.c[i] * d.diagonal[i]
			if s == 0 {
				continue
			}
			now, _ := d.envelope.Envelope(i, f[i]+s*d.v[i], s)
			if change := now - d.v[i]; change != 0 {
				moved = true
				d.v[i] = now
				linalg.Axpy(f, -d.c[i]*change/d.mu, d.gram[i*n:(i+1)*n])
			}
		}
		d.s.Evals += n
		if !moved || ctx.Err() != nil {
			break
		}
	}
	d.refresh()
}

// refresh is w = −Σ_i c_i v_i a_i/μ.
func (d *dualDescent) refresh() {
	d.since = 0
	clear(d.w)
	for i, v := range d.v {
		if v != 0 {
			d.a.AddRow(d.w, -d.c[i]*v/d.mu, i)
		}
	}
}
