package newton

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// machine is a linear support vector machine: the rows a_i, labels, weights, μ, and what every example has beside its
// features, 0 without an intercept.
type machine struct {
	a      linalg.Rows
	y, c   []float64
	mu     float64
	column float64
	p      *solver.Problem
}

// machineOf is that of a problem. The error says what keeps a method from it.
func machineOf(p *solver.Problem, method string) (m machine, err error) {
	m.p = p
	m.y, err = p.HingeSigns()
	_, entries := p.A.(linalg.Entries)
	switch {
	case err != nil:
		return m, fmt.Errorf("%s: %w", method, err)
	case !entries:
		return m, fmt.Errorf("%s needs a matrix that can enumerate its entries (linalg.Entries), which %T is not", method,
			p.A)
	case p.Penalty != nil && p.Lambda != 0:
		return m, fmt.Errorf("%s knows a ridge alone, and the penalty is %T", method, p.Penalty)
	case !(p.Mu > 0) || math.IsInf(p.Mu, 1):
		return m, fmt.Errorf("μ = %g: it must be positive and finite", p.Mu)
	case len(m.y) == 0:
		return m, errors.New("there are no examples")
	}
	if m.column, err = intercept(p.Unpenalized, method); err != nil {
		return m, err
	}
	m.c = make([]float64, len(m.y))
	for i := range m.c {
		if m.c[i] = p.Loss.Weight(i); !(m.c[i] >= 0) || math.IsInf(m.c[i], 1) {
			return m, fmt.Errorf("the weight of example %d is %g: it must be finite and not negative", i+1, m.c[i])
		}
	}
	var rows bool
	if m.a, rows = p.A.(linalg.Rows); !rows {
		m.a = linalg.ToCSR(p.A)
	}
	m.mu = p.Mu
	return m, nil
}

// intercept is the one number of unpenalized columns that are given as rows, 0 for none.
func intercept(columns *linalg.Dense, method string) (number float64, err error) {
	if columns == nil {
		return 0, nil
	}
	if columns.R != 1 {
		return 0, fmt.Errorf("%s knows one unpenalized column, the intercept, and there are %d", method, columns.R)
	}
	first := columns.At(0, 0)
	for i, v := range columns.Row(0) {
		if v != first || v == 0 {
			return 0, fmt.Errorf("%s knows one unpenalized column, the intercept, the same number other than 0 for every "+
				"example; it is %g for example 1 and %g for example %d", method, first, v, i+1)
		}
	}
	return first, nil
}

// interiorPoint is an interior point of the machine.
func (m *machine) interiorPoint() *interiorPoint {
	ip := &interiorPoint{a: linalg.ToCSR(m.a), y: m.y, c: m.c, mu: m.mu}
	if ip.ridged = ip.a.C; m.column != 0 {
		column := linalg.NewDense(1, len(m.y), nil)
		floats.AddConst(m.column, column.Data)
		ip.a = linalg.ToCSR(linalg.AppendColumns(ip.a, column))
	}
	ip.begin()
	return ip
}
