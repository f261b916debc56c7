// Package larger fits linear models to more examples than memory holds: by few passes over blocks of them, as
// ondisk.Open keeps them on disk.
package larger

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// Prepare makes examples ready that memory does not hold, and reads them once. The loss is one of one output that has
// second derivatives but at single points, the multinomial one, or the hinge; the penalty is nil or a sum of norms over
// groups that part all features, as ℓ1 and the group lasso, and either λ or μ is positive; of a hinge, the ridge alone,
// without weights.
func Prepare(ctx context.Context, c fit.Linear, data Data) (*Prepared, error) {
	p, err := prepare(c, data)
	if err != nil {
		return nil, err
	}
	if data.Resume != nil && data.Resume.Origin != nil && len(data.Resume.Origin.Norms) == p.d*p.k {
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
	p.outputs()
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
	if len(r.W) != p.d*p.k {
		return nil, fmt.Errorf("the pass is over %d weights, and the examples have %d", len(r.W), p.d*p.k)
	}
	return p.problem(0).Pass(ctx, r, part)
}

func (p *Prepared) keep() {
	if p.data.Keep != nil {
		p.data.Keep(p.state)
	}
}

// outputs finds the scores of an example.
func (p *Prepared) outputs() {
	p.d -= len(p.data.Targets)
	p.tasks = p.data.Tasks
	for t := range p.data.Targets {
		p.tasks = append(p.tasks, int64(t+1))
	}
	if p.data.Targets != nil {
		p.tasks = append(p.tasks, int64(len(p.tasks)+1))
	}
	p.k = max(1, len(p.tasks))
	if l, is := p.Loss.(loss.Labelled); is && !l.Binary() {
		p.k = max(1, len(p.data.Distinct))
	}
}

// standardize says what is to be taken from the examples, as they are read.
func (p *Prepared) standardize() error {
	mass := cmp.Or(p.data.Mass, float64(p.n))
	s := &standardized{Source: p.data.Source, unit: mass / float64(p.n), targets: p.data.Targets}
	p.source = s
	s.shift = make([]float64, p.k)
	if l, ok := p.Loss.(loss.Labelled); ok {
		if p.labels, s.signs = p.data.Distinct, l.Binary(); s.signs && len(p.labels) != 2 || len(p.labels) < 2 {
			return fmt.Errorf("the %s loss is for two labels%s, and there are %s", check.NameOf(p.Loss),
				map[bool]string{false: " or more"}[s.signs], many(p.labels))
		}
		s.labels = p.labels
		if err := p.weigh(); err != nil {
			return err
		}
	} else if p.Intercept && losses.OfResidual(p.loss.Bind([]float64{1}, nil)) {
		for t := range s.shift {
			if s.shift[t] = p.data.MeanTarget; t > 0 && s.targets != nil {
				s.shift[t] = p.data.Mean[s.targets[t-1]]
			}
		}
	}
	all := p.data
	p.data.Mean, p.data.Squares = nil, nil
	for j := range all.Mean {
		if !slices.Contains(s.targets, j) {
			s.features = append(s.features, j)
			p.data.Mean, p.data.Squares = append(p.data.Mean, all.Mean[j]), append(p.data.Squares, all.Squares[j])
		}
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
	times := p.data.Times
	if len(w) != len(p.labels) || len(times) != len(w) {
		return fmt.Errorf("%d weights of labels: %d are due, and how often the labels occur", len(w), len(p.labels))
	}
	mean := floats.Dot(times, w) / floats.Sum(times)
	if !(slices.Min(w) > 0) || !solver.Finite(mean) {
		return fmt.Errorf("the weights %g of the labels: all must be positive", w)
	}
	p.source.weights = slices.Clone(w)
	floats.Scale(1/mean, p.source.weights)
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
		size := float64(min(p.d*p.k, p.mostFeatures()))
		workers = min(workers, max(1, int(p.data.Memory/4/(p.data.BlockBytes+2*8*size*size))))
	}
	if p.Penalty == nil {
		lambda = 0
	}
	heaviest := cmp.Or(p.data.Heaviest, 1) / p.source.unit
	if p.source.weights != nil {
		heaviest *= slices.Max(p.source.weights)
	}
	return &blocks.Problem{A: p.examples(), Loss: p.loss, Lambda: lambda, Mu: p.Mu, Groups: p.groups,
		Intercept: p.Intercept, Outputs: p.k, Own: p.data.Tasks != nil, Workers: workers, Heaviest: heaviest,
		Rooms: p.data.Rooms, Take: p.data.Take, Fold: p.fold}
}

// examples are those that solvers have.
func (p *Prepared) examples() blocks.Source {
	if p.data.Tasks != nil {
		return &byTask{standardized: p.source, tasks: p.data.Tasks}
	}
	return p.source
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
