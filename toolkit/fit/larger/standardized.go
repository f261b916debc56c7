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
	targets     []int         // columns that are targets beside that of the source; nil for none
	features    []int         // the others
	labels      []float64     // nil for numbers
	signs       bool          // the second of two labels is +1, the first −1; else they are 0, 1 and so on
	weights     []float64     // of the labels; nil for 1
	unit        float64       // what weights of examples are divided by: their mean
	shift       []float64     // taken from targets that are numbers, of each of several
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

// Dims are the examples, and their features.
func (s *standardized) Dims() (n, d int) {
	n, d = s.Source.Dims()
	return n, d - len(s.targets)
}

// Read reads a block.
func (s *standardized) Read(ctx context.Context, k int, columns []int, into *linalg.RowBlock) error {
	if err := s.Source.Read(ctx, k, s.columns(columns), into); err != nil {
		return err
	}
	rows := len(into.Y)
	if s.targets != nil {
		s.part(s.columns(columns), into)
	}
	into.Weights = s.weigh(into)
	for i, y := range into.Y {
		switch {
		case s.targeted != nil:
			if err := s.targeted.CheckTarget(y); err != nil {
				return err
			}
		case s.labels == nil:
			t := 0
			if s.targets != nil {
				t = i / rows
			}
			into.Y[i] = y - s.shift[t]
		default:
			label, _ := slices.BinarySearch(s.labels, y)
			if into.Y[i] = float64(label); s.signs {
				into.Y[i] = float64(2*label - 1)
			}
		}
	}
	into.Standardize(s.mean, s.scale, columns)
	return nil
}

// columns are those of the source that some features and all targets are in; nil for all.
func (s *standardized) columns(of []int) []int {
	if of == nil || s.targets == nil {
		return of
	}
	out := slices.Clone(s.targets)
	for _, j := range of {
		out = append(out, s.features[j])
	}
	slices.Sort(out)
	return out
}

// part takes the targets from the columns that were read.
func (s *standardized) part(read []int, b *linalg.RowBlock) {
	at := func(j int) int {
		if read == nil {
			return j
		}
		k, _ := slices.BinarySearch(read, j)
		return k
	}
	m, next := b.Dense, 0
	for _, j := range s.targets {
		b.Y = append(b.Y, m.Row(at(j))...)
	}
	for r := range m.R {
		if !slices.ContainsFunc(s.targets, func(j int) bool { return at(j) == r }) {
			copy(m.Row(next), m.Row(r))
			next++
		}
	}
	b.MakeDense(next, m.C)
}

// weigh are the weights of a block as it was read, with those of labels; their mean over all examples is 1.
func (s *standardized) weigh(b *linalg.RowBlock) []float64 {
	if s.weights == nil && len(b.Weights) == 0 {
		return b.Weights
	}
	if len(b.Weights) == 0 {
		b.Weights = append(b.Weights, slices.Repeat([]float64{1}, len(b.Y))...)
	}
	for i := range b.Weights {
		b.Weights[i] /= s.unit
		if s.weights != nil {
			label, _ := slices.BinarySearch(s.labels, b.Y[i])
			b.Weights[i] *= s.weights[label]
		}
	}
	return b.Weights
}
