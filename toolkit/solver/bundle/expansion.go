package bundle

import "github.com/proxlab/proxlab/toolkit"

// Family says which parts an oracle's updates have in a family, the number of which is its place in a list: rows
// 0 ≤ row < Rows and columns 0 ≤ col < Cols.
type Family struct{ Rows, Cols int }

// Expansion is the mean loss of an oracle over parameters of any kind, kernels too: they are combinations of parts,
//
//	θ = Σ_{f, r, c} w_{frc} φ_f(r) ⊗ e_c,
//
// whose coefficients are the variables, family by family and row by row. The inner product is that of the parameters,
// so that the ridge is (λ/2)‖θ‖² and a combination of the examples' parts is the minimizer (the representer theorem).
type Expansion struct {
	*Oracle
	coefficients
	params toolkit.Params
}

// NewExpansion makes a Function of an oracle whose updates have the parts of the families.
func NewExpansion(newWorker func() (toolkit.Oracle, toolkit.Params), families []Family) *Expansion {
	c := coefficients{families: families}
	dim := 0
	for _, f := range families {
		c.start = append(c.start, dim)
		dim += f.Rows * f.Cols
	}
	_, p := newWorker()
	return &Expansion{newOracle(newWorker, dim, c), c, p}
}

// Apply writes the scores of all parts at Σ v φ to dst: their inner products with it.
func (e *Expansion) Apply(dst, v []float64) {
	e.set(e.params, v)
	clear(dst)
	for f, family := range e.families {
		for r := range family.Rows {
			at := e.start[f] + r*family.Cols
			e.params.Scores(dst[at:at+family.Cols], f, r)
		}
	}
}

// coefficients is the space of an Expansion.
type coefficients struct {
	families []Family
	start    []int
}

// set makes p the combination with coefficients w, a part at a time: the cost of a step may grow with the square of the
// number of its parts.
func (c coefficients) set(p toolkit.Params, w []float64) {
	zero(p)
	var u toolkit.Update
	for f, family := range c.families {
		for i, v := range w[c.start[f] : c.start[f]+family.Rows*family.Cols] {
			if v != 0 {
				u.Reset()
				u.Add(f, i/family.Cols, i%family.Cols, v)
				p.Add(1, &u)
			}
		}
	}
	p.Refresh()
}

func (c coefficients) sum(dst []float64, _ toolkit.Params, next func() (*toolkit.Update, error)) error {
	clear(dst)
	u, err := next()
	for ; u != nil && err == nil; u, err = next() {
		for _, p := range u.Parts {
			dst[c.start[p.Family]+p.Row*c.families[p.Family].Cols+p.Col] += p.Value
		}
	}
	return err
}
