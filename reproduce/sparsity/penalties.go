package sparsity

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// structures is a regression whose features stand in a row, of which an interval, or the first ones, are relevant. It
// is solved along the path of one of several penalties.
type structures struct {
	Features, N int
	Truth       string // interval or beginning
	Penalty     string
	Steps       int
	Seed        uint64
}

// The penalties: composite absolute penalties are the last two.
const (
	penaltyLasso   = "lasso"
	penaltyGroups  = "groups"  // disjoint groups of five neighbours
	penaltyOverlap = "overlap" // groups of ten, each half in the next
	penaltyNested  = "nested"  // {k, …, d}: a feature comes in only after those before it
)

var penaltyOrder = []string{penaltyLasso, penaltyGroups, penaltyOverlap, penaltyNested}

var penaltyTitles = map[string]string{
	penaltyLasso:   "lasso",
	penaltyGroups:  "group lasso, fives",
	penaltyOverlap: "overlapping tens",
	penaltyNested:  "hierarchy",
}

// Path is the course along a path of λ.
type Path struct {
	Shares              []float64
	Selected, TestError []float64
	Weights             [][]float64
	Gap                 float64 // relative, the worst
	Best                int     // place of the least validation error
	Hits                float64 // relevant features selected there
}

// Check tells whether there is a point of the path for every share.
func (p Path) Check() error {
	n := len(p.Shares)
	if len(p.Selected) != n || len(p.TestError) != n || len(p.Weights) != n || p.Best < 0 || p.Best >= n {
		return fmt.Errorf("a path of %d shares with %d errors, the best at place %d", n, len(p.TestError), p.Best)
	}
	return nil
}

// check tells whether there are all steps of the path, and weights of all features.
func (x structures) check(p Path) error {
	if len(p.Shares) != x.Steps {
		return fmt.Errorf("a path of %d steps, not %d", len(p.Shares), x.Steps)
	}
	for k, w := range p.Weights {
		if len(w) != x.Features {
			return fmt.Errorf("%d weights at step %d, of %d features", len(w), k, x.Features)
		}
	}
	return nil
}

const (
	neighbours     = 5
	structureNoise = 0.5
	structureTol   = 1e-7 // of the residual, over the gradient at 0
)

func (x structures) run(ctx context.Context) (Path, error) {
	relevant := make([]bool, x.Features)
	first := x.Features / 3
	if x.Truth == beginning {
		first = 0
	}
	for j := first; j < first+2*neighbours; j++ {
		relevant[j] = true
	}
	rng := rand.New(rand.NewPCG(x.Seed, 83))
	w := make([]float64, x.Features)
	for j := range w {
		if sign := float64(2*rng.IntN(2) - 1); relevant[j] {
			w[j] = sign * (0.5 + rng.Float64())
		}
	}
	part := func(n int) fit.Data {
		design := linalg.NewDense(n, x.Features, nil)
		e := fit.Data{X: design}
		for i := range n {
			row := design.Row(i)
			for j := range row {
				row[j] = rng.NormFloat64()
			}
			e.Y = append(e.Y, floats.Dot(row, w)+structureNoise*rng.NormFloat64())
		}
		return e
	}
	train, held, test := part(x.N), part(heldOut), part(heldOut)
	return x.path(ctx, train, held, test, relevant)
}

const (
	interval  = "interval"
	beginning = "beginning"
)

func (x structures) path(ctx context.Context, train, held, test fit.Data, relevant []bool) (Path, error) {
	d := x.Features
	slope, zero := make([]float64, d), make([]float64, d)
	squared := loss.Squared{Y: train.Y}
	solver.NewProblem(train.X, squared, nil).ValueGrad(slope, zero)
	floats.Scale(-1, slope)
	curved := solver.NewProblem(train.X, squared, nil).Lipschitz()
	most := x.penalty(1).(toolkit.Conjugate).Polar(slope) // all have one
	out := Path{Shares: fit.Geometric(1, 0.01, x.Steps)}
	warm, least := zero, math.Inf(1)
	for k, share := range out.Shares {
		p := solver.NewProblem(train.X, squared, x.penalty(share*most))
		// The gap is not asked for all the time, as the polar of overlapping groups is expensive; each prox is computed
		// from the start, to rounding.
		of := gradient.Composite{F: struct{ toolkit.Smooth }{p}, G: struct{ toolkit.Proxable }{p.Penalty}, D: d}
		res, err := solver.Run(gradient.FISTA{Start: warm, Lipschitz: curved}.Iterations(ctx, of),
			solver.Any(solver.SmallResidual(structureTol*most), solver.MaxIter(20000)))
		if err != nil {
			return out, err
		}
		warm = res.X
		out.Gap = math.Max(out.Gap, p.Gap(warm)/res.Objective)
		out.Selected = append(out.Selected, float64(res.Nonzeros()))
		out.TestError = append(out.TestError, meanSquaredError(res.X, test))
		out.Weights = append(out.Weights, res.X)
		if e := meanSquaredError(res.X, held); e < least {
			least, out.Best = e, k
			out.Hits = 0
			for j, v := range res.X {
				if v != 0 && relevant[j] {
					out.Hits++
				}
			}
		}
	}
	return out, nil
}

func (x structures) penalty(lambda float64) toolkit.Proxable {
	d := x.Features
	switch x.Penalty {
	case penaltyLasso:
		return prox.L1{Lambda: lambda}
	case penaltyGroups:
		return prox.L21{Lambda: lambda, Groups: groupsOf(d, 1, neighbours)}
	case penaltyOverlap:
		g := prox.Groups{seq(0, neighbours)}
		for lo := 0; lo+neighbours < d; lo += neighbours {
			g = append(g, seq(lo, min(d, lo+2*neighbours)))
		}
		return prox.Overlap{Lambda: lambda, Groups: append(g, seq(d-neighbours, d))}
	case penaltyNested:
		var g prox.Groups
		for lo := d - 1; lo >= 0; lo-- {
			g = append(g, seq(lo, d))
		}
		return prox.Tree{Lambda: lambda, Groups: g}
	}
	panic("sparsity: no such penalty")
}
