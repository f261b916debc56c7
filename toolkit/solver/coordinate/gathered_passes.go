package coordinate

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// solve takes passes over the working set until its own gap is at most the target, at residuals that are computed anew.
func (p *groupedDescent) solve(ctx context.Context, target float64) error {
	best, smallest, stalled := math.Inf(-1), math.Inf(1), 0
	for range maxInnerPasses / innerPasses {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		p.passes(innerPasses)
		p.set.residual(p.r)
		p.set.refresh(p.r)
		dual, _ := p.dualAt(func(over func(norm, bound float64)) {
			for i, g := range p.set.blocks {
				over(p.set.productNorm(i), p.lambda*p.of.omega[g])
			}
		})
		best = math.Max(best, dual)
		gap := p.objective() - best
		if stalled++; gap < 0.9*smallest {
			smallest, stalled = gap, 0
		}
		if !(gap > target) || gap <= 1e-15*math.Abs(best) || stalled >= innerStalled || p.slow() {
			return nil
		}
	}
	return nil
}

// passes go over the blocks of the set, but for one in a few over those that are not 0 alone; weights are
// extrapolated after as many, and with them what is kept beside them.
func (p *groupedDescent) passes(count int) {
	points := [][]float64{p.set.point()}
	for k := range count {
		for i := range p.set.blocks {
			if k%wholePasses == 0 || p.set.norm(i) > 0 {
				p.set.update(i, p.lambda, p.mu)
			}
		}
		p.s.Evals++
		if points = append(points, p.set.point()); len(points) > extrapolated {
			p.extrapolate(points)
			points = [][]float64{p.set.point()}
		}
	}
}

// image is what is kept beside the weights, and is affine in them: q or R.
func (s *gathered) image() []float64 {
	if s.gram != nil {
		return s.q
	}
	return s.r
}

// point are the weights, and then their image.
func (s *gathered) point() []float64 {
	return append(append(make([]float64, 0, len(s.w)+len(s.image())), s.w...), s.image()...)
}

// extrapolate goes to where weights tend, if the objective is lower there.
func (p *groupedDescent) extrapolate(points [][]float64) {
	next, s := make([]float64, len(points[0])), p.set
	if !linalg.Extrapolate(next, points) {
		return
	}
	before := p.model()
	copy(s.w, next)
	copy(s.image(), next[len(s.w):])
	if !(p.model() < before) {
		last := points[len(points)-1]
		copy(s.w, last)
		copy(s.image(), last[len(s.w):])
	}
}

// model is P by the image, but for a constant: ½‖R‖² = ½‖Y‖² − ½⟨w, Z_SᵀY + q⟩.
func (p *groupedDescent) model() (sum float64) {
	s := p.set
	if s.gram != nil {
		sum = -(floats.Dot(s.w, s.b) + floats.Dot(s.w, s.q)) / 2
	} else {
		sum = floats.Dot(s.r, s.r) / 2
	}
	for i, g := range s.blocks {
		norm := s.norm(i)
		sum += p.lambda*p.of.omega[g]*norm + p.mu/2*norm*norm
	}
	return sum
}
