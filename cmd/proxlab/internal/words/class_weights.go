package words

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
)

// ReadClassWeights reads a file with a label and its weight on each line, one for each of the labels.
func ReadClassWeights(
	ctx context.Context, path string, names []string, find func(label string) int,
) ([]float64, error) {
	text, err := source.ReadText(ctx, path)
	if err != nil {
		return nil, err
	}
	out, line := make([]float64, len(names)), 0
	for text := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line++
		text, _, _ = strings.Cut(text, "#")
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		fault := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %w", path, line, fmt.Errorf(format, args...))
		}
		end := strings.LastIndexAny(text, " \t,;:=")
		if end < 0 {
			return nil, fault("%q is no label with a weight behind it", Name(text))
		}
		label := strings.Trim(text[:end], " \t,;:=")
		weight, err := strconv.ParseFloat(text[end+1:], 64)
		k := find(label)
		switch {
		case err != nil || !(weight > 0) || math.IsInf(weight, 1):
			return nil, fault("the weight %q: a positive number is due; rows are left out of the data, not by a weight of 0",
				Name(text[end+1:]))
		case k < 0:
			return nil, fault("the data have no label %q; there are: %s", Name(label), plain.List(names))
		case out[k] > 0:
			return nil, fault("the label %q has a weight already", Name(label))
		}
		out[k] = weight
	}
	for k, w := range out {
		if w == 0 {
			return nil, fmt.Errorf("%s: the label %q has no weight", path, Name(names[k]))
		}
	}
	return out, nil
}
