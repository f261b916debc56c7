package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

const eventHelp = "with the cox loss, the feature that says how times end, by its name or its number from 1: 1 by an event, " +
	"0 censored\n(without it all end by an event); it is no feature of the model then"

// takeEvents takes a column out of a frame's features: whether times end by an event.
func takeEvents(frame *datasets.Frame, column string) ([]bool, error) {
	n, d := frame.X.Dims()
	at := slices.Index(frame.Features, column)
	if number, err := strconv.Atoi(column); at < 0 && err == nil && number >= 1 && number <= d {
		at = number - 1
	}
	switch {
	case at < 0:
		return nil, fmt.Errorf("--event %q is none of the columns of features: it is a name, or a number from 1 to %d", column, d)
	case d == 1:
		return nil, errors.New("there is no feature beside the column of events")
	}
	values := make([]float64, n)
	linalg.Column(values, frame.X, at)
	event := make([]bool, n)
	for i, v := range values {
		if v != 0 && v != 1 {
			return nil, fmt.Errorf("--event %q: it is %g for example %d, and must be 1 (an event) or 0 (censored)", column, v, i+1)
		}
		event[i] = v == 1
	}
	var rest []int
	for j := range d {
		if j != at {
			rest = append(rest, j)
		}
	}
	frame.X = linalg.SelectColumns(frame.X, rest)
	if frame.Features != nil {
		frame.Features = slices.Delete(slices.Clone(frame.Features), at, at+1)
	}
	return event, nil
}
