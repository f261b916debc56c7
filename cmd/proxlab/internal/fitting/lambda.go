package fitting

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// composed tells whether there is more than one penalty of w.
func (f *fitFlags) composed() bool {
	_, _, single := f.of.Single()
	return !single || f.structure.Map != "" || f.structure.Constrains(f.of)
}

// boundShown is how far λ_max may be from what it is at least to be shown as it.
const boundShown = 1e-4

// lambdaOf reads --lambda, which may be a share of λ_max.
func (f *fitFlags) lambdaOf(most float64) (float64, error) {
	text := f.lambda
	if text == "" {
		text = "0.001max"
	}
	share, relative := strings.CutSuffix(text, "max")
	v, err := strconv.ParseFloat(share, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 1) {
		return 0, fmt.Errorf("--lambda %q: a positive number is due, or a share of λ_max as in 0.1max", f.lambda)
	}
	if math.IsInf(most, 1) && (relative || f.path > 0) {
		return 0, errors.New("no λ makes all weights 0 here, as where 0 is out of bounds: there is no λ_max to take a " +
			"share of, or to begin a path at; --lambda takes a number")
	}
	if relative {
		v *= most
	}
	if !(v > 0) {
		return 0, errors.New("λ_max is 0: the features say nothing of the targets that what is not penalized does not, and " +
			"what is penalized is 0 for every λ: --lambda takes any number")
	}
	return v, nil
}

// fromTo returns count values in equal ratios.
func fromTo(most, least float64, count int) []float64 {
	out := make([]float64, count)
	for k := range out {
		out[k] = least
		if k < count-1 {
			out[k] = most * math.Pow(least/most, float64(k)/float64(count-1))
		}
	}
	return out
}
