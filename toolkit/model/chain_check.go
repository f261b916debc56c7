package model

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// check tests that the shapes go together, and that numbers are.
func (m *Chain) check() error {
	if m.sparse() {
		return m.checkInputs()
	}
	if m.Labels < 1 || m.Features < 1 || m.Labels > math.MaxInt32 || m.Features > math.MaxInt32 {
		return fmt.Errorf("it has %d labels and %d features", m.Labels, m.Features)
	}
	if m.Support == nil || m.Support.R < 0 || m.Support.R > math.MaxInt32 {
		return errors.New("its support is missing")
	}
	errs := []error{
		m.checkNorms(),
		checkArray("transitions", m.Transitions, m.Labels, m.Labels),
		checkArray("support rows", m.Support, m.Support.R, m.Features),
	}
	for _, g := range m.Groups {
		if g.Kernel == nil {
			return errors.New("one of its kernels is missing")
		}
		rows := m.Support.R
		if known, ok := g.Kernel.(kernel.Explicit); ok {
			rows = known.Features(linalg.NewDense(0, m.Features, nil)).C
		}
		errs = append(errs, checkArray("weights", g.Weights, rows, m.Labels))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("for %d labels and %d features: %w", m.Labels, m.Features, err)
	}
	return nil
}

// checkNorms tests what is told of the groups: of fewer where several kernels are one.
func (m *Chain) checkNorms() error {
	if len(m.Norms) > len(m.Groups)+1 {
		return fmt.Errorf("it has %d norms for %d kernels", len(m.Norms), len(m.Groups))
	}
	for k, v := range m.Norms {
		if !(v >= 0) || math.IsInf(v, 1) {
			return fmt.Errorf("norm %d of its norms is %g", k+1, v)
		}
	}
	return nil
}
