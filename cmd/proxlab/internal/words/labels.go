package words

import (
	"slices"
	"strconv"

	"github.com/proxlab/proxlab/datasets"
)

// LabelSet are the labels of data.
type LabelSet struct {
	Names  []string
	values []float64 // ascending
}

// NewLabels finds the labels that occur.
func NewLabels(f *datasets.Frame) LabelSet {
	s := LabelSet{values: slices.Clone(f.Y)}
	slices.Sort(s.values)
	s.values = slices.Compact(s.values)
	for _, v := range s.values {
		s.Names = append(s.Names, LabelName(f, v))
	}
	return s
}

// LabelName is a label as the data have it.
func LabelName(f *datasets.Frame, label float64) string {
	if f.Labels != nil {
		return f.Labels[int(label)]
	}
	return strconv.FormatFloat(label, 'g', -1, 64)
}

// Place is a value's among the labels.
func (s LabelSet) Place(v float64) int {
	k, _ := slices.BinarySearch(s.values, v)
	return k
}

// Find returns the place of a label that is named, by a number in any of its forms; −1 where there is none.
func (s LabelSet) Find(name string) int {
	if k := slices.Index(s.Names, name); k >= 0 {
		return k
	}
	v, err := strconv.ParseFloat(name, 64)
	if err != nil {
		return -1
	}
	return slices.IndexFunc(s.Names, func(n string) bool {
		other, err := strconv.ParseFloat(n, 64)
		return err == nil && other == v
	})
}
