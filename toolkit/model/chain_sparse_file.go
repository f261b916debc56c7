package model

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// setInputs tells each group of its own input, in version 3.
func (f *chainFile) setInputs(m *Chain) error {
	switch {
	case f.Version == chainDense:
		return nil
	case len(f.Inputs) == 0 || len(f.Inputs) != len(m.Groups):
		return fmt.Errorf("its inputs are %d, and its kernels %d", len(f.Inputs), len(m.Groups))
	}
	for k, columns := range f.Inputs {
		if columns < 1 || columns > math.MaxInt32 {
			return fmt.Errorf("its inputs have one of %d columns", columns)
		}
		m.Groups[k].Input = columns
	}
	return nil
}

// supportArrays are the sparse support of group k as the file holds it: where its rows end, and the columns and values
// of its nonzeros, each in one row.
func (g ChainGroup) supportArrays(k int) (names []string, of []*linalg.Dense) {
	names = []string{
		fmt.Sprintf("support %d ends", k), fmt.Sprintf("support %d columns", k), fmt.Sprintf("support %d values", k),
	}
	s := g.Support
	if s == nil { // it is about to be read
		return names, make([]*linalg.Dense, len(names))
	}
	ends, columns := linalg.NewDense(1, s.R, nil), linalg.NewDense(1, len(s.Col), nil)
	for i, end := range s.Ptr[1:] {
		ends.Data[i] = float64(end)
	}
	for i, j := range s.Col {
		columns.Data[i] = float64(j)
	}
	return names, []*linalg.Dense{ends, columns, {R: 1, C: len(s.Val), Data: s.Val}}
}

// setSupport makes the support of the arrays that were read.
func (g *ChainGroup) setSupport(arrays []*linalg.Dense) error {
	ends, columns, values := arrays[0].Data, arrays[1].Data, arrays[2].Data
	s := &linalg.CSR{R: len(ends), C: g.Input, Ptr: []int{0}, Val: values}
	for _, v := range append(append([]float64(nil), ends...), columns...) {
		if !(v >= 0 && v <= math.MaxInt32 && v == math.Trunc(v)) {
			return fmt.Errorf("its support has the place %g", v)
		}
	}
	for _, v := range ends {
		s.Ptr = append(s.Ptr, int(v))
	}
	for _, v := range columns {
		s.Col = append(s.Col, int32(v))
	}
	g.Support = s
	return nil
}

// hasSupport tells whether a group of an input of its own refers to training positions.
func (g ChainGroup) hasSupport() bool {
	_, known := g.Kernel.(kernel.Explicit)
	return !known
}

// checkSupport tests a group's sparse support.
func (g ChainGroup) checkSupport() error {
	s := g.Support
	switch {
	case (s != nil) != g.hasSupport():
		return errors.New("a group refers to training positions and has none, or has some without need")
	case s == nil:
		return nil
	case s.C != g.Input || s.R < 0 || len(s.Ptr) != s.R+1 || s.Ptr[0] != 0 || s.Ptr[s.R] != len(s.Val) ||
		len(s.Col) != len(s.Val):
		return errors.New("the support of a group is of another input, or its parts do not go together")
	}
	for i := range s.R {
		if s.Ptr[i] > s.Ptr[i+1] || s.Ptr[i+1] > len(s.Col) {
			return fmt.Errorf("row %d of a group's support ends before it begins, or after all", i+1)
		}
		last := int32(-1)
		columns, values := s.Row(i)
		for k, j := range columns {
			if j <= last || int(j) >= s.C || !solver.Finite(values[k]) {
				return fmt.Errorf("row %d of a group's support: columns are not ascending up to %d, or a value is %g", i+1,
					s.C, values[k])
			}
			last = j
		}
	}
	return nil
}
