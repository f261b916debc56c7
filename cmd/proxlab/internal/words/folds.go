package words

import (
	"context"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/judging"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// FoldLearner is what folds learn and judge by: the problem, by a measure where a word names one, with columns of a
// frame that are learnt anew.
func FoldLearner(
	ctx context.Context, p *fit.Prepared, frame *datasets.Frame, data fit.Data, by string, depth int,
) (choose.Learner, error) {
	if by == "" && frame.Base == nil {
		return p, nil
	}
	out := judging.Learner{Prepared: p, Data: data, Context: ctx}
	if by != "" {
		var link string
		if l, ok := p.Loss.(loss.Linked); ok {
			link = l.Link()
		}
		var err error
		if out.Measure, err = judging.Named(by, link, data, depth); err != nil {
			return nil, fmt.Errorf("--choose-by: %w", err)
		}
	}
	if frame.Base == nil {
		return out, nil
	}
	n, _ := frame.Base.X.Dims()
	out.Remake = func(ctx context.Context, rows []int) (linalg.Map, error) {
		examples := make([]int, len(rows)) // of several targets, whose copies stand together, once
		for k, i := range rows {
			examples[k] = i % n
		}
		slices.Sort(examples)
		x, err := frame.Base.Anew(ctx, frame.Encoder, slices.Compact(examples))
		if err != nil {
			return nil, fmt.Errorf("a fold: %w", err)
		}
		if len(data.Y) == n {
			return x, nil
		}
		copies := make([]int, len(data.Y))
		for i := range copies {
			copies[i] = i % n
		}
		return linalg.SelectRows(x, copies), nil
	}
	return out, nil
}
