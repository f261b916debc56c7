package fitting

import (
	"fmt"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// Balanced is the word of --class-weight for weights by the labels' frequencies.
const Balanced = "balanced"

// classWeights multiplies the examples' weights by those of their labels.
func (r *fitting) classWeights() error {
	switch of := r.flags.classWeight; of {
	case "":
		return nil
	case Balanced:
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

// theta finds θ of the negative binomial, where that is asked for.
func (r *fitting) theta() (err error) {
	if r.flags.findTheta {
		var note string
		r.ready, note, err = words.FindTheta(r.cmd.Context(), r.ready, r.data)
		if err == nil {
			r.notice("%s", note)
		}
	}
	return err
}
