// Package larger fits linear models to more examples than memory holds: by few passes over blocks of them, as
// ondisk.Open keeps them on disk.
package larger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// Data are examples that memory does not hold, as ondisk.Open has them.
type Data struct {
	Source blocks.Source
	// Mean and Squares are the mean of each feature, and Σ_i v_i (x_ij − mean_j)², by the weights v_i of the examples, 1
	// where blocks have none. Features of a Sparse source are not centred.
	Mean, Squares []float64
	Sparse        bool
	// Mass is Σ_i v_i, and Heaviest the largest v_i: 0 for examples without weights. What is fitted divides weights by
	// their sum.
	Mass, Heaviest float64
	// Distinct are the targets that occur, ascending, nil where there are many; MeanTarget is their mean.
	Distinct   []float64
	Times      []float64 // the weight of each of the Distinct ones: how often it occurs
	MeanTarget float64
	// ClassWeights are the factors of the weights of the examples of each of two Distinct labels; nil for none.
	ClassWeights []float64
	// FeatureNames and LabelNames are as in fit.Data.
	FeatureNames, LabelNames []string
	// Memory is how many bytes may be used, and BlockBytes how many a block takes of them; 0 for any.
	Memory, BlockBytes float64
	// Resume is where an earlier fit of the same problem was; nil for none. Keep is called after every pass.
	Resume *State
	Keep   func(State)
	// Rooms are memory of blocks for several calls of Pass; nil for others each.
	Rooms *blocks.Rooms
	// Take takes the passes in the place of this process: see blocks.Problem.Take and Pass.
	Take func(context.Context, *blocks.Request) (*blocks.Sums, error)
}

// State is a fit under way: the point, in units of the standardized features, and what is known of w = 0.
type State struct {
	Origin *blocks.Origin
	Point  []float64
	Passes int
}

// Method is the method of a fit to Data: blocks.Newton.
const Method = "passes-over-blocks"

const whyBlocks = "the examples are more than memory holds: few passes over blocks of them, a Hessian in each"

// Prepared is a Linear with Data made ready.
type Prepared struct {
	fit.Linear
	data   Data
	n, d   int
	labels []float64
	source *standardized
	loss   blocks.Loss
	kinks  bool // it is a hinge
	state  State
	mean   []float64 // taken from features; nil for nothing
	fold   blocks.Fold
	held   blocks.Held // what the last fit found of the fold that is left out
}

// Prepare makes examples ready that memory does not hold, and reads them once. The loss is one of one output that has
// second derivatives but at single points, or the hinge; the penalty is ℓ1 or nil, and either λ or μ is positive; of a
// hinge, the ridge alone, without weights. No examples have tasks.
func Prepare(ctx context.Context, c fit.Linear, data Data) (*Prepared, error) {
	p, err := prepare(c, data)
	if err != nil {
		return nil, err
	}
	if data.Resume != nil && data.Resume.Origin != nil && len(data.Resume.Origin.Norms) == p.d {
		p.state = *data.Resume
		return p, nil
	}
	origin, err := p.problem(0).Origin(ctx)
	if err != nil {
		return nil, err
	}
	p.state.Origin = origin
	p.keep()
	return p, nil
}

// prepare makes examples ready without reading them.
func prepare(c fit.Linear, data Data) (*Prepared, error) {
	p := &Prepared{Linear: c, data: data}
	p.n, p.d = data.Source.Dims()
	if err := c.Check(); err != nil {
		return nil, err
	}
	if err := p.refuse(); err != nil {
		return nil, err
	}
	if p.data.Rooms == nil {
		p.data.Rooms = &blocks.Rooms{}
	}
	return p, p.standardize()
}

// Pass goes over the blocks of one part of a blocks.Parted source, for a fit that is somebody else's. What comes of all
// parts goes to blocks.Join, and that to whoever asked (Data.Take).
func Pass(ctx context.Context, c fit.Linear, data Data, r *blocks.Request, part int) (*blocks.Sums, error) {
	p, err := prepare(c, data)
	if err != nil {
		return nil, err
	}
	if len(r.W) != p.d {
		return nil, fmt.Errorf("the pass is over %d features, and the examples have %d", len(r.W), p.d)
	}
	return p.problem(0).Pass(ctx, r, part)
}

func (p *Prepared) keep() {
	if p.data.Keep != nil {
		p.data.Keep(p.state)
	}
}

// refuse tells what passes over blocks cannot do.
func (p *Prepared) refuse() error {
	if p.Loss == nil {
		return errors.New("the loss is missing")
	}
	var ok bool
	if p.loss, ok = p.Loss.(blocks.Loss); !ok {
		return fmt.Errorf("the loss %s has its examples, and no method Bind that would give it those of a block",
			check.NameOf(p.Loss))
	}
	_, p.kinks = p.loss.Bind([]float64{1}, nil).(solver.Margin)
	switch {
	case p.Penalty != nil && !singles(p.Penalty, p.d):
		return fmt.Errorf("larger than memory: the penalty %s is not ℓ1, which with a ridge is all that passes over blocks "+
			"can", check.NameOf(p.Penalty))
	case p.data.Take != nil && p.kinks:
		return errors.New("a hinge ends with the examples next to the margin in one memory, which passes of others do not " +
			"bring together: --memory fits it on one machine, and the squared hinge is fitted on many")
	case p.Penalty != nil && p.kinks:
		return errors.New("larger than memory: a hinge goes with a ridge alone")
	case p.Penalty == nil && p.Mu == 0:
		return errors.New("larger than memory: without a penalty no gap is known: it needs μ > 0")
	case p.Method != nil && p.Method != fit.Auto:
		return fmt.Errorf("larger than memory: the method is %s, and no other", Method)
	case (p.data.ClassWeights != nil || p.data.Mass != float64(p.n)*p.data.Heaviest) && p.kinks:
		return errors.New("larger than memory: a hinge knows no weights; the squared hinge does")
	case p.data.ClassWeights != nil && p.Standardize:
		return errors.New("larger than memory: features are standardized by what all examples weigh alike, and not with " +
			"weights of classes")
	case p.Start != nil:
		return errors.New("larger than memory: a fit does not start from a model")
	}
	return nil
}

// singles tells whether a penalty is ℓ1: a norm over blocks of one of d weights each, all with the factor 1.
func singles(penalty toolkit.Proxable, d int) bool {
	norm, ok := penalty.(toolkit.BlockNorm)
	if !ok {
		return false
	}
	groups, weights := norm.Blocks(d)
	for _, weight := range weights {
		if weight != 1 {
			return false
		}
	}
	return groups == nil
}

// standardize says what is to be taken from the examples, as they are read.
func (p *Prepared) standardize() error {
	mass := cmp.Or(p.data.Mass, float64(p.n))
	s := &standardized{Source: p.data.Source, unit: mass / float64(p.n)}
	p.source = s
	if l, ok := p.Loss.(loss.Labelled); ok {
		if p.labels = p.data.Distinct; !l.Binary() || len(p.labels) != 2 {
			return fmt.Errorf("the %s loss is for two labels, and there are %s", check.NameOf(p.Loss), many(p.labels))
		}
		s.labels = p.labels
		if err := p.weigh(); err != nil {
			return err
		}
	} else if p.Intercept && losses.OfResidual(p.loss.Bind([]float64{1}, nil)) {
		s.shift = p.data.MeanTarget
	}
	s.targeted, _ = p.Loss.(loss.Targeted)
	if p.Intercept && !p.data.Sparse {
		s.mean, p.mean = p.data.Mean, p.data.Mean
	}
	if !p.Standardize {
		return nil
	}
	s.scale = make([]float64, p.d)
	for j := range s.scale {
		mean := p.data.Mean[j]
		square := p.data.Squares[j] / mass
		if !p.Intercept {
			square += mean * mean
		}
		if s.scale[j] = math.Sqrt(square); !(s.scale[j] > 1e-12*math.Abs(mean)) { // constant
			s.scale[j] = 1
		}
	}
	return nil
}

// weigh gives labels their weights, of which the mean over all examples is 1.
func (p *Prepared) weigh() error {
	w := p.data.ClassWeights
	if w == nil {
		return nil
	}
	if len(w) != 2 || len(p.data.Times) != 2 {
		return fmt.Errorf("%d weights of labels: two are due, and how often the labels occur", len(w))
	}
	times := p.data.Times
	mean := (times[0]*w[0] + times[1]*w[1]) / (times[0] + times[1])
	if !(w[0] > 0) || !(w[1] > 0) || !solver.Finite(mean) {
		return fmt.Errorf("the weights %g and %g of the labels: both must be positive", w[0], w[1])
	}
	p.source.weights = []float64{w[0] / mean, w[1] / mean}
	return nil
}

func many(labels []float64) string {
	switch len(labels) {
	case 0:
		return "many different targets"
	case 1:
		return fmt.Sprintf("one, %g", labels[0])
	}
	return fmt.Sprintf("%d (%g, %g …)", len(labels), labels[0], labels[1])
}

// problem is the one to solve. No number depends on how many blocks are in memory at a time.
func (p *Prepared) problem(lambda float64) *blocks.Problem {
	workers := runtime.GOMAXPROCS(0)
	if p.data.Memory > 0 && p.data.BlockBytes > 0 {
		size := float64(min(p.d, p.mostFeatures()))
		workers = min(workers, max(1, int(p.data.Memory/4/(p.data.BlockBytes+2*8*size*size))))
	}
	if p.Penalty == nil {
		lambda = 0
	}
	heaviest := cmp.Or(p.data.Heaviest, 1) / p.source.unit
	if p.source.weights != nil {
		heaviest *= slices.Max(p.source.weights)
	}
	return &blocks.Problem{A: p.source, Loss: p.loss, Lambda: lambda, Mu: p.Mu, Intercept: p.Intercept, Workers: workers,
		Heaviest: heaviest, Rooms: p.data.Rooms, Take: p.data.Take, Fold: p.fold}
}

// mostFeatures is how many a Hessian may be of: its matrix has a 64th of the memory.
func (p *Prepared) mostFeatures() int {
	const most, share = 4096, 64
	if p.data.Memory <= 0 {
		return most
	}
	return max(16, min(most, int(math.Sqrt(p.data.Memory/8/share))))
}

// LambdaMax is the λ from which on W = 0 is the solution.
func (p *Prepared) LambdaMax() float64 { return p.state.Origin.LambdaMax }
