package passing

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
)

// weigh gives labels the weights of --class-weight.
func weigh(r *fitting.Run, data *larger.Data) (err error) {
	of := r.Given().ClassWeight
	if of == "" || len(data.Distinct) < 2 { // which whoever learns refuses
		return nil
	}
	if of == fitting.Balanced {
		for _, times := range data.Times {
			mean := floats.Sum(data.Times) / float64(len(data.Times))
			data.ClassWeights = append(data.ClassWeights, mean/times)
		}
		return nil
	}
	labels := words.NewLabels(&datasets.Frame{Y: data.Distinct, Labels: data.LabelNames})
	data.ClassWeights, err = words.ReadClassWeights(r.Command().Context(), of, labels.Names, labels.Find)
	if err != nil {
		return fmt.Errorf("--class-weight: %w", err)
	}
	return nil
}
