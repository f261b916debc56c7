package larger

import (
	"context"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// standardized are the examples as solvers are to have them.
type standardized struct {
	blocks.Source
	labels      []float64     // of which the second is +1, the first −1; nil for numbers
	weights     []float64     // of the labels; nil for 1
	unit        float64       // what weights of examples are divided by: their mean
	shift       float64       // taken from targets that are numbers
	targeted    loss.Targeted // says what is wrong with a target; nil for nothing
	mean, scale []float64     // taken from features, and what they are divided by; nil for nothing
}

// Parts are those of the source.
func (s *standardized) Parts() []int {
	if of, ok := s.Source.(blocks.Parted); ok {
		return of.Parts()
	}
	return []int{0}
}

// Read reads a block.
func (s *standardized) Read(ctx context.Context, k int, columns []int, into *linalg.RowBlock) error {
	if err := s.Source.Read(ctx, k, columns, into); err != nil {
		return err
	}
	into.Weights = s.weigh(into)
	for i, y := range into.Y {
		switch {
		case s.targeted != nil:
			if err := s.targeted.CheckTarget(y); err != nil {
				return err
			}
		case s.labels == nil:
			into.Y[i] = y - s.shift
		case y == s.labels[1]:
			into.Y[i] = 1
		default:
			into.Y[i] = -1
		}
	}
	into.Standardize(s.mean, s.scale, columns)
	return nil
}

// weigh are the weights of a block as it was read, with those of labels; their mean over all examples is 1.
func (s *standardized) weigh(b *linalg.RowBlock) []float64 {
	if s.weights == nil && len(b.Weights) == 0 {
		return b.Weights
	}
	if len(b.Weights) == 0 {
		b.Weights = append(b.Weights, slices.Repeat([]float64{1}, len(b.Y))...)
	}
	for i, y := range b.Y {
		b.Weights[i] /= s.unit
		if s.weights != nil && y == s.labels[1] {
			b.Weights[i] *= s.weights[1]
		} else if s.weights != nil {
			b.Weights[i] *= s.weights[0]
		}
	}
	return b.Weights
}
