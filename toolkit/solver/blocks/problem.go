package blocks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Source is a matrix A, n×d, with a target for each row, that is read in blocks of rows.
type Source interface {
	Dims() (n, d int)
	// Blocks is the number of blocks.
	Blocks() int
	// Read reads some columns of block k, ascending, nil for all, and its targets. Memory of the block is used again.
	// Several goroutines read at once, each into a block of its own, and may change what is in it.
	Read(ctx context.Context, k int, columns []int, into *linalg.RowBlock) error
}

// Parted is a Source that is made of parts, by the numbers of their first blocks, which ascend from 0. Sums are added
// up part by part, and then over the parts: each part may be read by somebody else.
type Parted interface{ Parts() []int }

// Counted is a Source that knows how many rows a block has.
type Counted interface{ Rows(k int) int }

// parts are the first blocks of the parts, and the end: one part where the source says of none.
func (p *Problem) parts() []int {
	first := []int{0}
	if s, ok := p.A.(Parted); ok {
		first = s.Parts()
	}
	return append(slices.Clone(first), p.A.Blocks())
}

// terms are the most that a number of a pass is added up of: the columns, or the rows of a block and what trees of
// blocks and of parts add to them.
func (p *Problem) terms(longest int) int {
	return max(p.size(), longest+levels(p.A.Blocks())+levels(len(p.parts()))+1)
}

// Loss is a toolkit.Separable of which the targets are still to be given.
type Loss interface {
	Bind(y, weights []float64) toolkit.Loss
}

// Groups part the features: the penalty is λ Σ_g ω_g ‖w_g‖ in the place of λ‖w‖₁.
type Groups struct {
	Of      [][]int   // the features of each, ascending; each feature is in one
	Factors []float64 // ω_g > 0
}

// Problem is
//
//	P(w, b) = 1/n Σ_i v_i ℓ(⟨a_i, w⟩ + b, y_i) + λ‖w‖₁ + (μ/2)‖w‖²,      n = Σ_i v_i,   λ + μ > 0,
//
// with rows a_i of A and their weights v_i ≥ 0, 1 where blocks have none, which a hinge does not take. The loss
// is a toolkit.Separable, twice differentiable (toolkit.TwiceDifferentiable) or a hinge (solver.Margin).
//
// With k outputs W is d×k, row by row, and there are k intercepts. The loss is then one of several outputs that has the
// Hessians diag(p) − ppᵀ, as loss.Multinomial; or a Separable one of each of k targets of a row, which a block has for
// all of its rows, one target after another, and P is the mean over rows and targets.
type Problem struct {
	A          Source
	Loss       Loss
	Lambda, Mu float64
	Groups     *Groups // nil for ‖w‖₁
	Heaviest   float64 // the largest v_i; 0 for 1
	Intercept  bool    // b, which is not penalized; without it b = 0
	Outputs    int     // k; 0 for 1
	Own        bool    // rows have one score, of the output that Tasks of the block says, and A the d·k columns of all
	Workers    int     // blocks in memory at a time; 0 for 1
	Rooms      *Rooms  // for them; nil for others each pass
	Fold       Fold    // that is left out: P is then the mean over the others, by weight
	// Take takes the passes in the place of this process, nil for itself: it returns what Join makes of the Pass over each
	// part. A hinge has passes of another kind as well, which this process takes (Problem.Reduce).
	Take func(context.Context, *Request) (*Sums, error)
}

var errPenalty = errors.New("blocks: a penalty is needed, λ > 0 or μ > 0: else no gap is known")

func (p *Problem) check() error {
	if !(p.Lambda >= 0) || !(p.Mu >= 0) || p.Lambda+p.Mu == 0 {
		return errPenalty
	}
	return p.kind()
}

// kind tells what the loss lacks, by that of one example.
func (p *Problem) kind() error {
	l := p.Loss.Bind([]float64{1}, nil)
	if of, is := l.(probable); is && !p.Own && of.Outputs() == p.outputs() {
		return nil
	}
	if _, ok := l.(toolkit.Separable); !ok {
		return fmt.Errorf("blocks: the loss %T is neither of one output (toolkit.Separable), nor of %d, of which it knows "+
			"the probabilities", p.Loss, p.outputs())
	}
	if _, smooth := l.(toolkit.TwiceDifferentiable); !smooth && !p.hinge() {
		return fmt.Errorf("blocks: the loss %T has no second derivative (toolkit.TwiceDifferentiable)", p.Loss)
	}
	return nil
}

// hinge tells whether the loss is one.
func (p *Problem) hinge() bool {
	_, is := p.Loss.Bind([]float64{1}, nil).(solver.Margin)
	return is
}

// curvature bounds v_i ℓ”.
func (p *Problem) curvature() float64 {
	return p.heaviest() * p.Loss.Bind([]float64{1}, nil).Curvature()
}

// heaviest is the largest weight of a row.
func (p *Problem) heaviest() float64 { return cmp.Or(p.Heaviest, 1) }

// outputs are k.
func (p *Problem) outputs() int { return max(1, p.Outputs) }

// wide is how many weights there are for a column of A.
func (p *Problem) wide() int {
	if p.Own {
		return 1
	}
	return p.outputs()
}

// size is how many weights there are.
func (p *Problem) size() int {
	_, d := p.A.Dims()
	return d * p.wide()
}

// free is how many intercepts there are.
func (p *Problem) free() int {
	if p.Intercept {
		return p.outputs()
	}
	return 0
}

// probable is a loss of several outputs whose Hessians are diag(p) − ppᵀ, and whose slopes p − e_y.
type probable interface {
	toolkit.MultiOutput
	Probabilities(p []float64, i int, f []float64)
}

// joint tells whether the loss has several outputs.
func (p *Problem) joint() bool {
	_, is := p.Loss.Bind([]float64{1}, nil).(toolkit.MultiOutput)
	return is
}

// Every is each so many blocks of a source: a problem that is close to the whole one, and takes less to read.
type Every struct {
	Source
	Step int

	rows int
}

// Parts are those of the source; of some there may be no block.
func (e *Every) Parts() []int {
	first := (&Problem{A: e.Source}).parts()
	for k, at := range first {
		first[k] = (at + e.Step - 1) / e.Step
	}
	return first[:len(first)-1]
}

// NewEvery reads the targets of a source to count the examples of each so many blocks.
func NewEvery(ctx context.Context, of Source, step int) (*Every, error) {
	e := &Every{Source: of, Step: step}
	var b linalg.RowBlock
	counted, known := of.(Counted)
	for k := range e.Blocks() {
		if known {
			e.rows += counted.Rows(k * step)
			continue
		}
		if err := e.Read(ctx, k, []int{}, &b); err != nil {
			return nil, err
		}
		e.rows += len(b.Y)
	}
	return e, nil
}

// Dims are the rows in these blocks, and the columns.
func (e *Every) Dims() (n, d int) {
	_, d = e.Source.Dims()
	return e.rows, d
}

// Blocks is their number.
func (e *Every) Blocks() int { return (e.Source.Blocks() + e.Step - 1) / e.Step }

// Read reads one of them.
func (e *Every) Read(ctx context.Context, k int, columns []int, into *linalg.RowBlock) error {
	return e.Source.Read(ctx, k*e.Step, columns, into)
}
