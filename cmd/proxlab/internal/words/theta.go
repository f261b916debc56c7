package words

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// FindTheta finds θ of the negative binomial: fits and likeliest θ in turns, until it stays. It returns the problem of
// that θ, and what is to be said.
func FindTheta(ctx context.Context, p *fit.Prepared, data fit.Data) (_ *fit.Prepared, note string, err error) {
	const most, same = 100, 1e-10
	theta := 1.
	for round := range most {
		m, err := p.Fit(ctx)
		if err != nil {
			return p, "", err
		}
		means, err := m.PredictWith(data.X, data.Task, data.Offset)
		if err != nil {
			return p, "", err
		}
		before := theta
		theta = loss.FindTheta(data.Y, means.Means.Data, data.Weights)
		if math.IsInf(theta, 1) {
			return p, "", errors.New("--find-theta: these counts vary no more than those of Poisson with such means: " +
				"--loss poisson")
		}
		lambda, c := p.Lambda, p.Linear
		c.Loss, c.Lambda = loss.NegativeBinomial{Theta: theta}, 0
		if p, err = c.PrepareUntil(ctx, data); err != nil {
			return p, "", err
		}
		p.Lambda, p.Start = lambda, m
		if math.Abs(theta-before) <= same*theta {
			return p, fmt.Sprintf("θ = %.10g was found by %d fits; with weights at once its likelihood is not convex, and the "+
				"gap is that of this θ", theta, round+1), nil
		}
	}
	return p, "", fmt.Errorf("--find-theta: θ is %g after %d fits and goes on moving: give --theta", theta, most)
}
