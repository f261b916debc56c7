package calculus

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// shaped is a function of rows × cols matrices, given row by row: told their shape where it asks for it.
func shaped(g toolkit.Proxable, rows, cols int) toolkit.Proxable {
	if of, ok := g.(prox.Shaped); ok {
		return of.WithShape(rows, cols)
	}
	return g
}

func eachShaped(of []toolkit.Proxable, rows, cols int) (out []toolkit.Proxable) {
	for _, g := range of {
		out = append(out, shaped(g, rows, cols))
	}
	return out
}

// WithShape is the sum on matrices of so many rows and columns.
func (g Sum) WithShape(rows, cols int) toolkit.Proxable { return Sum(eachShaped(g, rows, cols)) }

// WithShape is the infimal convolution on matrices of so many rows and columns.
func (g InfimalConvolution) WithShape(rows, cols int) toolkit.Proxable {
	return InfimalConvolution(eachShaped(g, rows, cols))
}

// WithShape is the function on matrices of so many rows and columns.
func (g Scaled) WithShape(rows, cols int) toolkit.Proxable {
	g.Of = shaped(g.Of, rows, cols)
	return g
}
