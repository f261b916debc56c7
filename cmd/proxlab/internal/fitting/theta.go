package fitting

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/loss"
)

// checkTheta tests what --find-theta goes with.
func (f *fitFlags) checkTheta(given bool) error {
	return first([]unless{
		{f.findTheta && f.loss != "negative-binomial", "--find-theta is of the negative-binomial loss"},
		{f.findTheta && given, "--find-theta finds what --theta says: give one of both"},
		{f.findTheta && (f.many() || f.cv > 0),
			"--find-theta is for one λ and without folds: give the θ that it finds as --theta to paths"},
	})
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
