package ondisk

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/datasets/table"
)

// fill reads a table row by row into a writer of blocks, as CSV or SVMlight, and says what its targets stand for.
func (b *blocksWriter) fill(ctx context.Context, r *source.Reader, path string, o datasets.FrameOptions) error {
	var err error
	if b.info.Sparse {
		err = b.fillSVMLight(ctx, r, path, o)
	} else {
		err = b.fillCSV(ctx, r, path, o)
	}
	if err == nil && b.info.Rows+len(b.y) == 0 {
		err = fmt.Errorf("%s: the file holds no examples, or all of them have the weight 0", path)
	}
	return err
}

// fillCSV goes through the rows of CSV: see package table.
func (b *blocksWriter) fillCSV(ctx context.Context, r *source.Reader, path string, o datasets.FrameOptions) error {
	codes := labelCodes{of: map[string]int{}}
	words, row := false, 0
	each := func(x []float64, y float64, label string, weight float64) error {
		if row++; !(weight >= 0) || math.IsInf(weight, 1) {
			return fmt.Errorf("%s: weight %d is %g: it must be finite and not negative", path, row, weight)
		}
		if weight == 0 {
			return nil
		}
		if o.TextLabels {
			if words = words || label != ""; label == "" {
				label = strconv.FormatFloat(y, 'g', -1, 64)
			}
			code, err := codes.code(path, label, y)
			if err != nil {
				return err
			}
			y = code
		}
		return b.addDense(x, y, weight)
	}
	var err error
	if b.info.Target, b.info.Features, err = table.EachRow(ctx, r, path, o, each); err != nil {
		return err
	}
	if o.TextLabels {
		b.info.Words, b.info.Decode = codes.decode(words)
	}
	return nil
}

// labelCodes count labels in the order in which they occur.
type labelCodes struct {
	of     map[string]int
	words  []string
	values []float64
}

func (l *labelCodes) code(path, word string, value float64) (float64, error) {
	code, known := l.of[word]
	if !known {
		if code = len(l.words); code == mostDistinct {
			return 0, fmt.Errorf("%s: the targets have more than %d different values: they are no labels", path, mostDistinct)
		}
		l.of[word] = code
		l.words, l.values = append(l.words, word), append(l.values, value)
	}
	return float64(code), nil
}

// decode is what the codes stand for: numbers, or places among the words, which ascend.
func (l *labelCodes) decode(text bool) (words []string, values []float64) {
	if !text {
		return nil, l.values
	}
	words, values = slices.Clone(l.words), make([]float64, len(l.words))
	slices.Sort(words)
	for code, word := range l.words {
		at, _ := slices.BinarySearch(words, word)
		values[code] = float64(at)
	}
	return words, values
}

// fillSVMLight goes through the examples of a file of SVMlight: see array.ReadSVMLight.
func (b *blocksWriter) fillSVMLight(ctx context.Context, r *source.Reader, path string, o datasets.FrameOptions) error {
	if o.Weights != "" {
		return fmt.Errorf("%s: a file of SVMlight has no column %s of weights: save the table as CSV", path, o.Weights)
	}
	return array.EachSVMLight(ctx, r, path, o.ZeroBased, b.addSparse)
}
