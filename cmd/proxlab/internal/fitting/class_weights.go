package fitting

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// balanced is the word of --class-weight for weights by the labels' frequencies.
const balanced = "balanced"

// classWeights multiplies the examples' weights by those of their labels.
func (r *fitting) classWeights() error {
	switch of := r.flags.classWeight; of {
	case "":
		return nil
	case balanced:
		r.data.Weights = fit.BalancedWeights(r.data.Y, r.data.Weights)
		return nil
	default:
		labels := newLabels(r.frame)
		weight, err := readClassWeights(r.cmd.Context(), of, labels)
		if err != nil {
			return fmt.Errorf("--class-weight: %w", err)
		}
		out := make([]float64, len(r.data.Y))
		for i, y := range r.data.Y {
			out[i] = weight[labels.place(y)]
			if r.data.Weights != nil {
				out[i] *= r.data.Weights[i]
			}
		}
		r.data.Weights = out
		return nil
	}
}

// readClassWeights reads a file with a label and its weight on each line, one for each of the labels.
func readClassWeights(ctx context.Context, path string, labels labelSet) ([]float64, error) {
	text, err := source.ReadText(ctx, path)
	if err != nil {
		return nil, err
	}
	out, line := make([]float64, len(labels.names)), 0
	for words := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line++
		words, _, _ = strings.Cut(words, "#")
		words = strings.TrimSpace(words)
		if words == "" {
			continue
		}
		fault := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %w", path, line, fmt.Errorf(format, args...))
		}
		end := strings.LastIndexAny(words, " \t,;:=")
		if end < 0 {
			return nil, fault("%q is no label with a weight behind it", Name(words))
		}
		label := strings.Trim(words[:end], " \t,;:=")
		weight, err := strconv.ParseFloat(words[end+1:], 64)
		k := labels.find(label)
		switch {
		case err != nil || !(weight > 0) || math.IsInf(weight, 1):
			return nil, fault("the weight %q: a positive number is due; rows are left out of the data, not by a weight of 0",
				Name(words[end+1:]))
		case k < 0:
			return nil, fault("the data have no label %q; there are: %s", Name(label), plain.List(labels.names))
		case out[k] > 0:
			return nil, fault("the label %q has a weight already", Name(label))
		}
		out[k] = weight
	}
	for k, w := range out {
		if w == 0 {
			return nil, fmt.Errorf("%s: the label %q has no weight", path, Name(labels.names[k]))
		}
	}
	return out, nil
}
