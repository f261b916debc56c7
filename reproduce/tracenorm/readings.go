package tracenorm

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// reading is the solution of the first replication of Figure 1 for a reading of one of the paper's two numbers.
type reading struct {
	Source        datasets.Source
	Share, AtZero float64 // of λ_max; φ(0)
	Point         pathPoint
}

// readingIterations is the most iterations that a reading gets.
const readingIterations = 75

// readings plans the four readings.
func (w work) readings() {
	if !w.Wants(tableReadings) {
		return
	}
	config := w.classes
	config.Seed = w.Seed
	for _, x := range []struct {
		id       string
		number   float64
		relative bool
	}{
		{"heavy-absolute", heavyShare, false}, {"heavy-relative", heavyShare, true},
		{"light-absolute", lightValue, false}, {"light-relative", lightValue, true},
	} {
		t := plan.Task{
			Key: struct {
				Reading    string
				Classes    generate.GaussianClassesConfig
				Lambda     float64
				Relative   bool
				Tol        float64
				Iterations int
			}{x.id, config, x.number, x.relative, pathTol, readingIterations},
			Label: "reading of λ, " + x.id, Cost: w.cost("light-0.9", 1),
		}
		task := plan.Add(w.Plan, t, func(ctx context.Context) (out reading, err error) {
			p, err := fromClasses(generate.GaussianClasses(config))
			if err != nil {
				return out, err
			}
			lambda := x.number
			if x.relative {
				lambda *= p.lambdaMax
			}
			out = reading{Source: p.source, Share: lambda / p.lambdaMax, AtZero: math.Log(float64(p.k))}
			out.Point, _, err = p.solve(ctx, lambda, nil, readingIterations)
			return out, err
		})
		w.Row(tableReadings, x.id, func() (src datasets.Source, values reproduce.Values) {
			r, ok := task.Get()
			if !ok {
				return src, nil
			}
			return r.Source, readingFields.Values(r)
		})
	}
}
