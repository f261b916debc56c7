package composite

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// collinear is the square of what is left of a column at least that is one of its own.
const collinear = 1e-8

// dependent tells whether a column without ridge is nearly a combination of others, by the Cholesky factor of their
// products.
func (m *machine) dependent() bool {
	if m.n >= leastSparse && !slices.ContainsFunc(m.terms, func(t *term) bool { return t.full }) {
		return false
	}
	h := make([]float64, m.n*m.n)
	for _, t := range m.terms {
		if t.free {
			return false
		}
		t.whole, t.s = true, 1
		t.addTo(h, m.n)
	}
	size := make([]float64, m.n)
	for j := range size {
		if size[j] = math.Sqrt(h[j*m.n+j]); m.mu[j] > 0 || size[j] == 0 {
			clear(h[j*m.n : (j+1)*m.n])
			for i := range j {
				h[i*m.n+j] = 0
			}
			h[j*m.n+j], size[j] = 1, 1
		}
	}
	for i := range size {
		for j := i; j < m.n; j++ {
			h[i*m.n+j] /= size[i] * size[j]
		}
	}
	factored := system{n: m.n, h: h}
	if _, ok := lapack64.Potrf(factored.symmetric()); !ok {
		return true
	}
	for j := range size {
		if d := h[j*m.n+j]; d*d < collinear {
			return true
		}
	}
	return false
}

// newBasis is that of columns, of which some may be changed.
func newBasis(columns [][]float64, may []bool) *basis {
	n := len(columns)
	out := &basis{}
	left, from, sizes := make([][]float64, n), make([][]float64, n), make([]float64, n)
	var active, none []int
	for j, column := range columns {
		left[j], from[j] = append([]float64(nil), column...), make([]float64, n)
		if sizes[j] = floats.Norm(column, 2); may[j] && sizes[j] > 0 {
			floats.Scale(1/sizes[j], left[j])
			active = append(active, j)
		}
	}
	rows := transposed(columns)
	for level := 0; len(active) > 0; level++ {
		own, others, factor := independent(left, active)
		if level > 0 {
			out.order = append(out.order, own...)
		}
		if active = nil; level == 3 {
			out.order = append(out.order, others...)
			break
		}
		for _, j := range others {
			for range 2 {
				project(left, from, sizes, own, factor, j)
				if sizes[j] = remains(left[j], columns[j], rows, from[j]); sizes[j] == 0 {
					break
				}
			}
			if sizes[j] == 0 {
				none = append(none, j)
			} else {
				active = append(active, j)
			}
		}
	}
	out.order = append(out.order, none...)
	for _, j := range out.order {
		out.from = append(out.from, from[j])
		scale := 0.0
		if sizes[j] > 0 {
			scale = floats.Norm(columns[j], 2) / sizes[j]
		}
		out.scale = append(out.scale, scale)
	}
	out.to = transposed(append(out.from, make([]float64, n)))
	for i, to := range out.to {
		out.to[i] = to[:len(out.order)]
	}
	return out
}

func transposed(a [][]float64) [][]float64 {
	out := make([][]float64, len(a[0]))
	for i := range out {
		out[i] = make([]float64, len(a))
		for j, v := range a {
			out[i][j] = v[i]
		}
	}
	return out
}

// independent divides columns of norm 1 into some of which none is nearly a combination of the others, with the
// Cholesky factor of their products, and the rest.
func independent(columns [][]float64, of []int) (own, others []int, factor *mat.Cholesky) {
	products := func(of []int) *mat.SymDense {
		g := mat.NewSymDense(len(of), nil)
		for a, i := range of {
			for b, j := range of[:a+1] {
				g.SetSym(a, b, floats.Dot(columns[i], columns[j]))
			}
		}
		return g
	}
	var c mat.PivotedCholesky
	c.Factorize(products(of), collinear)
	for k, at := range c.ColumnPivots(nil) {
		if k < c.Rank() {
			own = append(own, of[at])
		} else {
			others = append(others, of[at])
		}
	}
	factor = &mat.Cholesky{}
	factor.Factorize(products(own))
	return own, others, factor
}

// project adds to b_j what is nearest to the rest of a column in those of own.
func project(left, from [][]float64, sizes []float64, own []int, factor *mat.Cholesky, j int) {
	c := mat.NewVecDense(len(own), nil)
	for k, i := range own {
		c.SetVec(k, floats.Dot(left[i], left[j]))
	}
	if err := factor.SolveVecTo(c, c); err != nil {
		return
	}
	for k, i := range own {
		share := c.AtVec(k) * sizes[j] / sizes[i]
		floats.AddScaled(from[j], -share, from[i])
		from[j][i] += share
	}
}

// remains sets left to K_j − Σ_i b_i K_i, of norm 1, and returns the norm that it had; 0 where it is rounding.
func remains(left, column []float64, rows [][]float64, b []float64) (size float64) {
	minus, all := floats.ScaleTo(make([]float64, len(b)), -1, b), true
	for i, v := range column {
		left[i] = vec.Dot2(v, rows[i], minus)
		sum := math.Abs(v)
		for j, a := range rows[i] {
			sum += math.Abs(a * b[j])
		}
		all = all && math.Abs(left[i]) <= zero*sum
	}
	if size = floats.Norm(left, 2); all || size == 0 {
		return 0
	}
	floats.Scale(1/size, left)
	return size
}

// rebase takes coordinates in which no column without ridge is nearly a combination of others.
func (m *machine) rebase() {
	may := make([]bool, m.n)
	columns := make([][]float64, m.n)
	for j, mu := range m.mu {
		may[j] = mu == 0
		for _, t := range m.terms {
			column := make([]float64, len(t.z))
			linalg.Column(column, t.k, j)
			columns[j] = append(columns[j], column...)
		}
	}
	m.basis = newBasis(columns, may)
	for _, t := range m.terms {
		t.own = t.k
		t.k = m.basis.of(t.k, t.full)
		t.measure()
	}
	entries := make([]float64, len(m.basis.order))
	m.basis.row(entries, m.linear)
	m.tilted = false
	for k, j := range m.basis.order {
		m.linear[j] = entries[k]
	}
	for _, c := range m.linear {
		m.tilted = m.tilted || c != 0
	}
}
