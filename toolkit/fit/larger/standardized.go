package larger

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// standardized are the examples as solvers are to have them.
type standardized struct {
	blocks.Source
	labels      []float64     // of which the second is +1, the first −1; nil for numbers
	weights     []float64     // of the labels; nil for 1
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
	into.Weights = s.weigh(into.Y, into.Weights[:0])
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

// weigh are the weights of targets, in some room; nil for 1 each.
func (s *standardized) weigh(y, room []float64) []float64 {
	if s.weights == nil {
		return nil
	}
	for _, v := range y {
		weight := s.weights[0]
		if v == s.labels[1] {
			weight = s.weights[1]
		}
		room = append(room, weight)
	}
	return room
}
