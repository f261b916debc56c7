package serve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// ready makes a problem ready for data. Where there is no λ it has none yet, for paths.
func ready(ctx context.Context, p *fitting.Problem, of *held) (*fit.Prepared, error) {
	c, data := p.Linear, of.Data
	if of.outputs > 1 {
		if p.Loss != "squared" {
			return nil, fmt.Errorf("targets have %d columns, which go with the squared loss, not with %s", of.outputs, p.Loss)
		}
		if err := severalOutputs(&c, &data, of.outputs); err != nil {
			return nil, err
		}
	}
	outputs := max(of.outputs, words.Outputs(p.Loss, of.Data))
	s, err := p.Structure.Load(ctx, p.Penalties, &datasets.Frame{}, of.Data, outputs)
	if err != nil {
		return nil, err
	}
	c.Penalty, c.Constraints = p.Penalties.Make(s), s.Sets()
	out, err := c.PrepareUntil(ctx, data)
	if err != nil {
		return nil, err
	}
	most := math.NaN()
	if p.Share {
		if _, most, err = out.LambdaMaxBetween(ctx); err != nil {
			return nil, err
		}
	}
	out.Lambda, err = p.Strength(most)
	return out, err
}

// severalOutputs gives the squared loss targets of several columns.
func severalOutputs(c *fit.Linear, data *fit.Data, outputs int) error {
	if data.Task != nil {
		return errors.New("targets of several columns go with no tasks")
	}
	weights := slices.Clone(data.Weights)
	if sum := floats.Sum(weights); weights != nil {
		if !(sum > 0) || math.IsInf(sum, 1) || floats.Min(weights) < 0 {
			return errors.New("the weights of examples must be finite and not negative, and not all be 0")
		}
		floats.Scale(1/sum, weights)
	}
	if n, _ := data.X.Dims(); len(data.Y) != n*outputs || weights != nil && len(weights) != n {
		return fmt.Errorf("there are %d examples, and %d targets of %d columns", n, len(data.Y), outputs)
	}
	for i, y := range data.Y {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			return fmt.Errorf("target %d of example %d is %g", i%outputs+1, i/outputs+1, y)
		}
	}
	c.Loss = loss.SquaredOutputs{Y: data.Y, K: outputs, Weights: weights}
	data.Y, data.Weights = nil, nil
	return nil
}
