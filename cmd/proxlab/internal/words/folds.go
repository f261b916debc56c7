package words

import (
	"context"
	"errors"
	"fmt"

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
	if n, _ := frame.Base.Dims(); n != len(data.Y) {
		return nil, errors.New("folds of several targets learn no knots anew: leave --cv or splines out")
	}
	out.Remake = func(ctx context.Context, rows []int) (linalg.Map, error) {
		anew, err := frame.Encoder.Relearn(frame.Base, rows)
		if err != nil {
			return nil, fmt.Errorf("a fold: %w", err)
		}
		return anew.Make(ctx, frame.Base)
	}
	return out, nil
}
