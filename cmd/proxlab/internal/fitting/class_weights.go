package fitting

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// balanced is the word of --class-weight for weights by the labels' frequencies.
const balanced = "balanced"

// classWeights multiplies the examples' weights by those of their labels.
func (r *fitting) classWeights() error {
	switch of := r.flags.classWeight; of {
	case "":
		return nil
	case balanced:
		r.data.Weights = fit.BalancedWeights(r.data.Y, r.data.Weights)
		return nil
	default:
		labels := words.NewLabels(r.frame)
		weight, err := words.ReadClassWeights(r.cmd.Context(), of, labels.Names, labels.Find)
		if err != nil {
			return fmt.Errorf("--class-weight: %w", err)
		}
		out := make([]float64, len(r.data.Y))
		for i, y := range r.data.Y {
			out[i] = weight[labels.Place(y)]
			if r.data.Weights != nil {
				out[i] *= r.data.Weights[i]
			}
		}
		r.data.Weights = out
		return nil
	}
}

// theta finds θ of the negative binomial: fits and likeliest θ in turns, until it stays.
func (r *fitting) theta() error {
	if !r.flags.findTheta {
		return nil
	}
	const most, same = 100, 1e-10
	theta := 1.
	for round := range most {
		m, err := r.ready.Fit(r.cmd.Context())
		if err != nil {
			return err
		}
		p, err := m.PredictWith(r.data.X, r.data.Task, r.data.Offset)
		if err != nil {
			return err
		}
		before := theta
		theta = loss.FindTheta(r.data.Y, p.Means.Data, r.data.Weights)
		if math.IsInf(theta, 1) {
			return errors.New("--find-theta: these counts vary no more than those of Poisson with such means: --loss poisson")
		}
		lambda := r.ready.Lambda
		r.problem.Loss = loss.NegativeBinomial{Theta: theta}
		if r.ready, err = r.problem.PrepareUntil(r.cmd.Context(), r.data); err != nil {
			return err
		}
		r.ready.Lambda = lambda
		if r.ready.Start = m; math.Abs(theta-before) <= same*theta {
			r.notice("θ = %.10g was found by %d fits; with weights at once its likelihood is not convex, and the gap is that "+
				"of this θ", theta, round+1)
			return nil
		}
	}
	return fmt.Errorf("--find-theta: θ is %g after %d fits and goes on moving: give --theta", theta, most)
}
