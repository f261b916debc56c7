package fit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// label turns labels into signs or classes.
func (in *input) label(binary bool) ([]float64, error) {
	in.labels = slices.Clone(in.data.Y)
	slices.Sort(in.labels)
	in.labels = slices.Compact(in.labels)
	if err := in.nameLabels(); err != nil {
		return nil, err
	}
	switch {
	case len(in.labels) == 1:
		return nil, fmt.Errorf("all examples have the label %s: there must be two at least", in.labelName(in.labels[0]))
	case binary && len(in.labels) > 2:
		return nil, fmt.Errorf("the %s loss is for two labels, and there are %d (%s): the multinomial loss is for several",
			in.lossName(), len(in.labels), in.someLabels())
	}
	y := make([]float64, in.n)
	for i, v := range in.data.Y {
		class, _ := slices.BinarySearch(in.labels, v)
		y[i] = float64(class)
		if binary {
			y[i] = 2*y[i] - 1
		}
	}
	return y, nil
}

// nameLabels finds the names of the labels that occur.
func (in *input) nameLabels() error {
	if in.data.LabelNames == nil {
		return nil
	}
	for _, l := range in.labels {
		if l != math.Trunc(l) || l < 0 || int(l) >= len(in.data.LabelNames) {
			return fmt.Errorf("the label %g has no name: there are %d", l, len(in.data.LabelNames))
		}
		in.labelNames = append(in.labelNames, in.data.LabelNames[int(l)])
	}
	return nil
}

// labelName is a label as the data have it.
func (in *input) labelName(label float64) string {
	if at, known := slices.BinarySearch(in.labels, label); known && in.labelNames != nil {
		return strconv.Quote(in.labelNames[at])
	}
	return fmt.Sprint(label)
}

// someLabels lists labels, the first few of many.
func (in *input) someLabels() string {
	const most = 8
	var out []string
	for _, l := range in.labels[:min(most, len(in.labels))] {
		out = append(out, in.labelName(l))
	}
	if len(in.labels) > most {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}
