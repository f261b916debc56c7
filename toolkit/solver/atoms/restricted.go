package atoms

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// maxModels bounds the quadratic models in one Step 4, and maxStalled those in a row that do not lower the violation of
// the conditions by a tenth, as near what rounding allows; what is left is for the next.
const (
	maxModels  = 100
	maxStalled = 10
)

// leastScale is the least scale of a model, as a share of the largest, by the bound of the losses' curvature.
const leastScale = 1e-6

// restricted is Step 4's solver: an ε-solution of min_θ Ψ(θ) over θ ≥ 0 on the atoms at hand, which is (a”) ∂Ψ/∂θ_a ≥
// −ε for all of them and (b”) |∂Ψ/∂θ_a| ≤ ε for those with θ_a > 0 at the end (proof of Theorem 3.5). It minimizes
// quadratic models of Ψ by coordinate descent, as Friedman, Hastie and Tibshirani (Regularization Paths for
// Generalized Linear Models via Coordinate Descent, J. Stat. Softw. 2010) do, whom the paper follows, each with a line
// search towards its minimum. A model is the Gram matrix of the atoms' predictions times a scale, mended by the BFGS
// formula as slopes come in: second derivatives of the loss are not asked for.
func (d *descent) restricted(ctx context.Context) error {
	rays, n := d.rays, len(d.rays)
	d.extendGram()
	theta := make([]float64, n)
	for t, a := range d.s.Atoms {
		theta[t] = a.Theta
	}
	m := newModel(d.gram, d.scale)
	slopes := d.weightSlopes()
	line, next := make([]float64, d.o.Size()), make([]float64, n)
	least, stalled := math.Inf(1), 0
	for range maxModels {
		left := violation(theta, slopes)
		if stalled++; left < 0.9*least {
			least, stalled = left, 0
		}
		if left <= d.epsilon || stalled > maxStalled {
			break
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
		copy(next, theta)
		m.minimize(next, slopes, math.Max(left/20, d.epsilon/5), d.pick)
		change := floats.SubTo(make([]float64, n), next, theta)
		d.sum(line, rays, change)
		t := d.towards(line, floats.Dot(slopes, change), d.lambda*floats.Sum(change))
		if t == 0 {
			break // rounding allows no more
		}
		floats.Scale(t, change)
		if t == 1 {
			copy(theta, next) // with its zeros
		} else {
			floats.Add(theta, change)
		}
		before := slopes
		slopes = d.weightSlopes()
		m.update(change, floats.SubTo(make([]float64, n), slopes, before))
	}
	d.scale = math.Max(leastScale*d.mostScale, math.Min(m.scale, d.mostScale))
	for t := range d.s.Atoms {
		d.s.Atoms[t].Theta = theta[t]
	}
	d.violation = 0
	for t, g := range slopes {
		if theta[t] > 0 {
			d.violation = math.Max(d.violation, math.Abs(g))
		}
	}
	d.dropZeros()
	return nil
}

// pick is the coordinate of a turn in a pass over n of them.
func (d *descent) pick(turn, n int) int {
	if d.Random {
		return d.rng.IntN(n)
	}
	return turn
}

// violation is the most by which θ ≥ 0 misses the optimality conditions: |∂Ψ/∂θ_a| where θ_a > 0, −∂Ψ/∂θ_a where
// it is 0.
func violation(theta, slopes []float64) (most float64) {
	for t, g := range slopes {
		if theta[t] > 0 {
			g = -math.Abs(g)
		}
		most = math.Max(most, -g)
	}
	return most
}

// towards moves along a line, over which the slope is negative at first, to a share t ≤ 1 of it at which Ψ is lower,
// and returns t; 0 where there is none. Σ_a λθ_a grows by trace along the whole line.
func (d *descent) towards(line []float64, slope, trace float64) float64 {
	if !(slope < 0) {
		return 0
	}
	slack := solver.Slack * math.Abs(d.s.Objective)
	t := 1.
	for range 40 {
		floats.AddScaledTo(d.there.z, d.here.z, t, line)
		d.evaluate(&d.there)
		change := d.there.loss - d.here.loss + t*trace
		at := floats.Dot(d.there.slopes, line) + trace
		if change <= 1e-4*t*slope || change <= slack && math.Abs(at) <= -0.9*slope {
			d.move()
			return t
		}
		t *= math.Max(0.1, math.Min(slope/(slope-at), 0.8)) // where the line through both slopes is 0
	}
	return 0
}

// extendGram adds the inner products of new atoms' predictions.
func (d *descent) extendGram() {
	for t := len(d.gram); t < len(d.rays); t++ {
		d.gram = append(d.gram, d.inner(d.rays[:t+1], d.rays[t]))
	}
}

// dropZeros leaves out the atoms of weight 0, of the inner products too.
func (d *descent) dropZeros() {
	keep, known := []int(nil), 0
	for t, a := range d.s.Atoms {
		if a.Theta <= 1e-300 {
			continue
		}
		if to := len(keep); t < len(d.gram) {
			row := d.gram[t]
			for s, of := range keep {
				row[s] = row[of]
			}
			row[to] = row[t]
			d.gram[to], known = row[:to+1], to+1
		}
		d.s.Atoms[len(keep)], d.rays[len(keep)] = a, d.rays[t]
		keep = append(keep, t)
	}
	d.s.Atoms, d.rays, d.gram = d.s.Atoms[:len(keep)], d.rays[:len(keep)], d.gram[:known]
}
