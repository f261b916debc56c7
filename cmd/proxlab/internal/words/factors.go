package words

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

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
	case f.Factors != "" && (!p.takes("penalty-weights") || p.Mapped()):
		return fmt.Errorf("--penalty-weights are those of features in l1 and multitask, not in %s; groups have theirs in "+
			"--groups", p)
	case f.Factors != "" && p.Has("group") && (!f.adaptive() || p.Has("l1", "multitask")):
		return errors.New("the weights of groups stand in --groups; --penalty-weights adaptive:MODEL are those of one " +
			"penalty")
	case standardize && f.adaptive():
		return errors.New("adaptive --penalty-weights make units of no account already: leave out --standardize")
	}
	return nil
}

// FactorsFile is what --penalty-weights reads, "" for nothing.
func (f *StructureFlags) FactorsFile() string { return strings.TrimPrefix(f.Factors, adaptiveOf) }

// loadFactors reads --penalty-weights.
func (f *StructureFlags) loadFactors(ctx context.Context, p Penalties, data fit.Data, s *structure) error {
	var err error
	switch {
	case f.Factors == "":
	case f.given.Factors != nil:
		s.rowFactors = f.given.Factors
		s.factors = repeated(s.rowFactors, s.outputs)
	case !f.adaptive():
		s.rowFactors, err = features.LoadFactors(ctx, f.Factors, data.FeatureNames, s.d)
		s.factors = repeated(s.rowFactors, s.outputs)
	case p.Has("group"):
		var by []float64
		if by, err = adaptive(ctx, f.FactorsFile(), data, s.outputs, s.groups); err == nil {
			s.groupWeights = products(s.groupWeights, by)
		}
	case p.Has("multitask"):
		s.rowFactors, err = adaptive(ctx, f.FactorsFile(), data, s.outputs, s.single())
	default:
		s.factors, err = adaptive(ctx, f.FactorsFile(), data, s.outputs, nil)
	}
	return err
}

// products are those of numbers, of which the first may be nil for ones.
func products(a, b []float64) []float64 {
	if a == nil {
		return b
	}
	return floats.MulTo(b, a, b)
}

// adaptive are 1/|w| of a first model, or 1/‖w_g‖ over rows of groups of features, for which units of features make no
// difference; a millionth of the largest stands for less.
//
// Source: Zou, The Adaptive Lasso and Its Oracle Properties, Journal of the American Statistical Association, 2006,
// with γ = 1; Wang, Leng, A Note on Adaptive Group Lasso, Computational Statistics and Data Analysis, 2008.
func adaptive(ctx context.Context, path string, data fit.Data, outputs int, groups [][]int) ([]float64, error) {
	m, err := models.LoadModel(ctx, path)
	if err != nil {
		return nil, err
	}
	const least = 1e-6
	_, d := data.X.Dims()
	count := d * outputs
	switch {
	case m.Features != d || len(m.Weights) != count:
		return nil, fmt.Errorf("the model in %s has %d features and %d weights, and the data have %d features: %d weights "+
			"are due", path, m.Features, len(m.Weights), d, count)
	case m.FeatureNames != nil && data.FeatureNames != nil && !slices.Equal(m.FeatureNames, data.FeatureNames):
		return nil, fmt.Errorf("the model in %s has features of other names than the data", path)
	}
	var sizes []float64
	for _, w := range m.Weights {
		sizes = append(sizes, math.Abs(w))
	}
	if groups != nil {
		sizes = sizes[:0]
	}
	for _, g := range groups {
		var square float64
		for _, j := range g {
			square += floats.Dot(m.Weights[j*outputs:(j+1)*outputs], m.Weights[j*outputs:(j+1)*outputs])
		}
		sizes = append(sizes, math.Sqrt(square))
	}
	most := floats.Max(sizes)
	if most == 0 {
		return nil, fmt.Errorf("all weights of the model in %s are 0", path)
	}
	for i, size := range sizes {
		sizes[i] = 1 / max(size, least*most)
	}
	return sizes, nil
}
