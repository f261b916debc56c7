package sparsity

import (
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// rowOf is a row of some replications; there is none while none is complete.
func rowOf[E any](
	f reproduce.Fields[found[E]], source func(first E) datasets.Source, p point, all []E,
) (src datasets.Source, values reproduce.Values) {
	if len(all) == 0 {
		return src, nil
	}
	return source(all[0]), f.Values(found[E]{p, all})
}

// The sources of rows: those of what was learned from, or the one that all are drawn from.
func ofErrors(e Errors) datasets.Source   { return e.Source }
func ofOutcome(o Outcome) datasets.Source { return o.Source }

func drawnFrom[E any](name string) func(E) datasets.Source {
	return func(E) datasets.Source { return datasets.Source{Name: name, Kind: datasets.Synthetic} }
}

// gammaOfMeans returns numbers of which the mean is 1 − err_M/err_S for the mean errors.
func gammaOfMeans(single, multi []float64) []float64 {
	out := evidence.Ratios(multi, single)
	for k, q := range out {
		out[k] = 1 - q
	}
	return out
}

// gammas returns γ by replication.
func gammas(single, multi []float64) []float64 {
	out := make([]float64, len(single))
	for k, s := range single {
		out[k] = (s - multi[k]) / s
	}
	return out
}

// count returns of how many results something is true.
func count[T any](results []T, is func(T) bool) (n int) {
	for _, r := range results {
		if is(r) {
			n++
		}
	}
	return n
}

// courseCurve shows a course of the theory, where it was kept.
func courseCurve(id string, columns []string, course [][]float64) []reproduce.Curve {
	if course == nil {
		return nil
	}
	return []reproduce.Curve{{ID: id, Columns: columns, Values: course}}
}

// pathCurves shows the first path, and the weights at its best point.
func pathCurves(all []Path, truth, penalty string) []reproduce.Curve {
	if len(all) == 0 {
		return nil
	}
	first := all[0]
	weights := first.Weights[first.Best]
	features := make([]float64, len(weights))
	for j := range features {
		features[j] = float64(j + 1)
	}
	return []reproduce.Curve{
		{
			ID: "path-" + truth + "-" + penalty, Columns: []string{"share", "selected", "test_error"},
			Values: [][]float64{first.Shares, first.Selected, first.TestError},
		},
		{
			ID: "weights-" + truth + "-" + penalty, Columns: []string{"feature", "weight"},
			Values: [][]float64{features, weights},
		},
	}
}

// pictureCurve is the middle of a picture, with noise and without again.
func pictureCurve(d Denoised) reproduce.Curve {
	return reproduce.Curve{
		ID: "picture-" + d.Source.Name, Columns: []string{"original", "noisy", "denoised"}, Values: d.Middle,
	}
}
