package serve

import (
	"math"
	"strings"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// fitted is what is known of a model beside its weights. What is not finite is null.
type fitted struct {
	Lambda    float64   `json:"lambda"`
	Mu        float64   `json:"mu"`
	Objective *float64  `json:"objective"`
	Gap       *float64  `json:"gap"`
	GapKind   string    `json:"gap_kind"`
	Rounding  bool      `json:"rounding"` // allows no smaller gap
	Status    string    `json:"status"`
	Solver    string    `json:"solver"`
	Why       string    `json:"why"`
	Iter      int       `json:"n_iter"`
	Seconds   float64   `json:"seconds"`
	Features  int       `json:"features"`
	Outputs   int       `json:"outputs"`
	Intercept bool      `json:"has_intercept"`
	Labels    []float64 `json:"labels,omitempty"`
	Examples  int       `json:"examples"`
	Rank      *int      `json:"rank,omitempty"`
	Violation float64   `json:"violation"`
	// Thresholds are those between labels in an order.
	Thresholds []float64 `json:"thresholds,omitempty"`
}

// found are models, whose weights are in the arrays coef and intercept, one after another.
type found struct {
	Fits []fitted `json:"fits"`
}

// progress is how far a fit has come.
type progress struct {
	Iter      int      `json:"iter"`
	Objective *float64 `json:"objective"`
	Gap       *float64 `json:"gap"`
	Seconds   float64  `json:"seconds"`
	Model     int      `json:"model"` // of a path, from 0
}

// validation is what folds said; errors are in the array errors, by strength and fold.
type validation struct {
	Measure   string `json:"measure"`
	Best      int    `json:"best"`
	OneStdErr int    `json:"one_std_error"`
	Done      int    `json:"fits_done"`
	Converged int    `json:"fits_converged"`
}

// greeting says who answers.
type greeting struct {
	Protocol  int      `json:"protocol"`
	Version   string   `json:"version"`
	Pid       int      `json:"pid"`
	Procs     int      `json:"procs"`
	Kernel    string   `json:"kernel"`
	Losses    []string `json:"losses"`
	Penalties []string `json:"penalties"`
	Solvers   []string `json:"solvers"`
}

// answer is what goes back.
type answer struct {
	ID     int64   `json:"id"`
	Kind   string  `json:"kind"` // ok, error or event
	Error  string  `json:"error,omitempty"`
	Class  string  `json:"class,omitempty"` // value, canceled, frame or internal
	Arrays []array `json:"arrays,omitempty"`
	*found
	*progress
	*validation
	*greeting
	Words     []string   `json:"words,omitempty"`      // of kernels, with their numbers
	Text      string     `json:"text,omitempty"`       // of a command, and of its events
	LambdaMax []*float64 `json:"lambda_max,omitempty"` // what it is at most, and at least

	values [][]float64 // of Arrays
}

// with adds an array.
func (a *answer) with(name string, values []float64) {
	a.Arrays = append(a.Arrays, array{Name: name, Type: "f8", Count: len(values)})
	a.values = append(a.values, values)
}

// finite is a number that JSON knows, or nil.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// answerOf are models.
func answerOf(models ...*model.Linear) *answer {
	out := &answer{found: &found{Fits: []fitted{}}}
	var coef, intercept []float64
	for _, m := range models {
		out.Fits = append(out.Fits, fitted{
			m.Lambda, m.Mu, finite(m.Objective), finite(m.Gap), string(m.GapKind), strings.HasSuffix(m.Why, model.ByRounding),
			string(m.Status), m.Method, m.Why, m.Iterations, m.Seconds, m.Features, m.Outputs, m.Intercept != nil, m.Labels,
			m.Examples, m.Rank, m.Violation, m.Thresholds,
		})
		coef, intercept = append(coef, m.Weights...), append(intercept, m.Intercept...)
	}
	out.with("coef", coef)
	out.with("intercept", intercept)
	return out
}

// progressOf is how far a solver has come.
func progressOf(p solver.Progress, at int) *progress {
	return &progress{p.Iter, finite(p.Objective), finite(p.Gap), p.Elapsed.Seconds(), at}
}

// answerTo is what folds said.
func answerTo(v *choose.Validation) *answer {
	out := &answer{validation: &validation{v.Measure, v.Best, v.OneStdError, v.Fits, v.Converged}}
	var all []float64
	for _, byFold := range v.Errors {
		all = append(all, byFold...)
	}
	out.with("errors", all)
	out.with("mean", v.Error)
	out.with("std_error", v.StdError)
	return out
}
