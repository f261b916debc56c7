package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

const eventHelp = "with the cox loss, the feature that says how times end, by its name or number from 1: 1 by an " +
	"event, 0 censored\n(without it all end by an event); it is no feature of the model then"

// readForModel reads data in the shape that a model knows, with the events of times where they are asked for.
func readForModel(
	cmd *cobra.Command, m *model.Linear, f predictFlags,
) (frame *datasets.Frame, event []bool, err error) {
	if f.event == "" {
		frame, err = readFrameFor(cmd, m, f)
		return frame, nil, err
	}
	if m.Link != model.Hazard {
		return nil, nil, usageError{fmt.Errorf("--event goes with a model of the cox loss, and this is %s", m.Loss)}
	}
	with := *m
	with.Features++
	if m.FeatureNames != nil {
		with.FeatureNames = append(slices.Clone(m.FeatureNames), f.event)
	}
	if frame, err = readFrameFor(cmd, &with, f); err != nil {
		return nil, nil, err
	}
	if event, err = takeEvents(frame, f.event); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.data, err)
	}
	return frame, event, nil
}

// takeEvents takes a column out of a frame's features: whether times end by an event.
func takeEvents(frame *datasets.Frame, column string) ([]bool, error) {
	n, d := frame.X.Dims()
	at := slices.Index(frame.Features, column)
	if number, err := strconv.Atoi(column); at < 0 && err == nil && number >= 1 && number <= d {
		at = number - 1
	}
	switch {
	case at < 0:
		return nil, fmt.Errorf("--event %q is no column of features: a name, or a number from 1 to %d, is due", column, d)
	case d == 1:
		return nil, errors.New("there is no feature beside the column of events")
	}
	values := make([]float64, n)
	linalg.Column(values, frame.X, at)
	event := make([]bool, n)
	for i, v := range values {
		if v != 0 && v != 1 {
			return nil, fmt.Errorf("--event %q is %g for example %d: it must be 1 (an event) or 0 (censored)", column, v, i+1)
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
