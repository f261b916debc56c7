package words

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/datasets/features"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// adaptiveOf stands before the file of the first model.
const adaptiveOf = "adaptive:"

func (f *StructureFlags) adaptive() bool { return strings.HasPrefix(f.Factors, adaptiveOf) }

// checkFactors tests that there are weights of features in the penalties.
func (f *StructureFlags) checkFactors(p Penalties, standardize bool) error {
	switch {
	case f.Factors != "" && (!p.takes("penalty-weights") || p.mapped()):
		return fmt.Errorf("--penalty-weights are those of features in l1, not in %s; groups have theirs in --groups", p)
	case standardize && f.adaptive():
		return errors.New("adaptive --penalty-weights make units of no account already: leave out --standardize")
	}
	return nil
}

// FactorsFile is what --penalty-weights reads, "" for nothing.
func (f *StructureFlags) FactorsFile() string { return strings.TrimPrefix(f.Factors, adaptiveOf) }

// factors reads --penalty-weights, nil for ones.
func (f *StructureFlags) factors(ctx context.Context, data fit.Data, outputs int) (out []float64, err error) {
	_, d := data.X.Dims()
	switch {
	case f.Factors == "":
		return nil, nil
	case f.adaptive():
		out, err = adaptive(ctx, f.FactorsFile(), data, d*outputs)
	default:
		out, err = features.LoadFactors(ctx, f.Factors, data.FeatureNames, d)
		out = repeated(out, outputs)
	}
	if err != nil {
		return nil, fmt.Errorf("--penalty-weights: %w", err)
	}
	return out, nil
}

// adaptive are 1/|w| of a first model, for which units of features make no difference; a millionth of the largest |w|
// stands for less.
//
// Source: Zou, The Adaptive Lasso and Its Oracle Properties, Journal of the American Statistical Association, 2006,
// with γ = 1.
func adaptive(ctx context.Context, path string, data fit.Data, count int) ([]float64, error) {
	m, err := models.LoadModel(ctx, path)
	if err != nil {
		return nil, err
	}
	const least = 1e-6
	var most float64
	for _, w := range m.Weights {
		most = max(most, math.Abs(w))
	}
	_, d := data.X.Dims()
	switch {
	case m.Features != d || len(m.Weights) != count:
		return nil, fmt.Errorf("the model in %s has %d features and %d weights, and the data have %d features: %d weights "+
			"are due", path, m.Features, len(m.Weights), d, count)
	case m.FeatureNames != nil && data.FeatureNames != nil && !slices.Equal(m.FeatureNames, data.FeatureNames):
		return nil, fmt.Errorf("the model in %s has features of other names than the data", path)
	case most == 0:
		return nil, fmt.Errorf("all weights of the model in %s are 0", path)
	}
	out := make([]float64, count)
	for i, w := range m.Weights {
		out[i] = 1 / max(math.Abs(w), least*most)
	}
	return out, nil
}
