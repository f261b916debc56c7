package fit_test

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
)

// drawnCase is a problem to fit: at one λ, along a path of several, or by cross-validation.
type drawnCase struct {
	name  string
	draw  func() (fit.Linear, fit.Data)
	share []float64 // λ as shares of λ_max, falling; nil without
	folds int       // 0 for none
}

// run solves a problem at some λ, or, for nil, at its shares of λ_max. What package fit refuses is an answer, too.
func (c drawnCase) run(t *testing.T, lambdas []float64) goldenCase {
	t.Helper()
	s, data := c.draw()
	out := goldenCase{Name: c.name, Lambdas: lambdas}
	err := c.scale(&out, s, data)
	if err == nil && c.folds > 0 {
		var v *choose.Validation
		if v, err = s.CrossValidate(t.Context(), data, out.Lambdas, c.folds); err == nil {
			out.Folds = foldsOf(v)
		}
	} else if err == nil {
		var models []*model.Linear
		if models, err = c.models(t, s, data, out.Lambdas); err == nil {
			for _, m := range models {
				out.Fits = append(out.Fits, fitOf(m))
			}
		}
	}
	if err != nil {
		return goldenCase{Name: c.name, Refused: true, why: err.Error()}
	}
	return out
}

// scale finds λ_max, and the λ where they are not given.
func (c drawnCase) scale(out *goldenCase, s fit.Linear, data fit.Data) error {
	if c.share == nil {
		return nil
	}
	most, err := s.LambdaMax(data)
	if err != nil {
		return err
	}
	if !(most > 0) {
		return fmt.Errorf("λ_max is %g", most)
	}
	out.LambdaMax = number(most)
	for k := 0; k < len(c.share) && len(out.Lambdas) < len(c.share); k++ {
		out.Lambdas = append(out.Lambdas, c.share[k]*most)
	}
	return nil
}

func (c drawnCase) models(t *testing.T, s fit.Linear, data fit.Data, lambdas []float64) ([]*model.Linear, error) {
	t.Helper()
	if len(lambdas) > 1 {
		return s.Path(t.Context(), data, lambdas)
	}
	if len(lambdas) == 1 {
		s.Lambda = lambdas[0]
	}
	m, err := s.Fit(t.Context(), data)
	return []*model.Linear{m}, err
}

// addReferences solves each problem as well as rounding allows, by the quickest method, for the best objective and
// lower bound, and at λ that are a bit more and less: a weight's part is certain where it is the same at all of them.
func (c drawnCase) addReferences(t *testing.T, was *goldenCase) {
	t.Helper()
	s, data := c.draw()
	asked := s.Method
	s.Method, s.MaxIter = fit.Auto, 5000
	for k := range was.Fits {
		f := &was.Fits[k]
		f.Least, f.Lower = f.Objective, number(math.Inf(-1))
		if model.GapKind(f.Kind) == model.DualityGap {
			f.Lower = f.Objective - f.Gap
		}
		if was.Lambdas != nil {
			s.Lambda = was.Lambdas[k]
		}
		first := spread(f.Zeros)
		unsure := make([]bool, len(first))
		for _, change := range []float64{1, 1 - 1e-3, 1 + 1e-3} {
			tight := s
			tight.Tol, tight.Lambda = 1e-12, change*s.Lambda
			if model.GapKind(f.Kind) != model.DualityGap { // a local minimum is that of the method
				tight.Method = asked
			}
			m, err := tight.Fit(t.Context(), data)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if change == 1 {
				f.Least = min(f.Least, number(m.Objective))
				if m.GapKind == model.DualityGap {
					f.Lower = max(f.Lower, number(m.Objective-m.Gap))
				}
			}
			for j, w := range m.Weights {
				unsure[j] = unsure[j] || (w == 0) != first[j]
			}
		}
		f.Unsure = runs(unsure)
	}
}

// fitOf is what is kept of a model.
func fitOf(m *model.Linear) goldenFit {
	out := goldenFit{
		Method: m.Method, Status: string(m.Status), Kind: string(m.GapKind), Objective: number(m.Objective),
		Gap: number(m.Gap), Iterations: m.Iterations, Hash: hashOf(m.Weights, m.Intercept),
	}
	zero := make([]bool, len(m.Weights))
	for j, w := range m.Weights {
		if zero[j] = w == 0; w != 0 && len(out.Weights) < 3 {
			out.Weights = append(out.Weights, number(w))
		}
	}
	out.Zeros = runs(zero)
	return out
}

func foldsOf(v *choose.Validation) *goldenFolds {
	out := &goldenFolds{
		Best: v.Best, OneStdError: v.OneStdError, Fits: v.Fits, Converged: v.Converged,
		Hash: hashOf(append(v.Errors, v.Error, v.StdError, v.Accuracy)...),
	}
	for _, e := range v.Error {
		out.Error = append(out.Error, number(e))
	}
	return out
}

// hashOf is a hash of the bits of numbers.
func hashOf(vectors ...[]float64) string {
	h := fnv.New64a()
	for _, v := range vectors {
		for _, x := range v {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
			h.Write(b[:])
		}
	}
	return fmt.Sprintf("%x", h.Sum64())
}
