package ondisk

import (
	"context"
	"fmt"
	"hash/fnv"
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
	each := func(at table.Row) error {
		if row++; !(at.Weight >= 0) || math.IsInf(at.Weight, 1) {
			return fmt.Errorf("%s: weight %d is %g: it must be finite and not negative", path, row, at.Weight)
		}
		if at.Weight == 0 {
			return nil
		}
		y, label := at.Y, at.Word
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
		if err := b.task(path, at.Task); err != nil {
			return err
		}
		if b.info.Keyed {
			hash := fnv.New64a()
			_, _ = hash.Write([]byte(at.Key))                  // a hash takes all
			b.keys = append(b.keys, float64(hash.Sum64()>>11)) // exact
		}
		return b.addDense(at.X, y, at.Weight)
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

// task adds the task of a row, where there are some.
func (b *blocksWriter) task(path string, task float64) error {
	if !b.info.Tasked {
		return nil
	}
	b.tasks = append(b.tasks, task)
	at, known := slices.BinarySearch(b.info.Tasks, int64(task))
	if !known {
		b.info.Tasks = slices.Insert(b.info.Tasks, at, int64(task))
	}
	if len(b.info.Tasks) > mostTasks {
		return fmt.Errorf("%s: there are more than %d tasks", path, mostTasks)
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
	if o.Weights+o.Task != "" || len(o.Keep) > 0 {
		return fmt.Errorf("%s: a file of SVMlight has no columns of weights, tasks or keys: save the table as CSV", path)
	}
	return array.EachSVMLight(ctx, r, path, o.ZeroBased, b.addSparse)
}
