package independent

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// Collinear is the square of what is left of a column at least that is one of its own.
const Collinear = 1e-8

// New is the basis for columns, of which some may be changed.
func New(columns [][]float64, may []bool) *Basis {
	n := len(columns)
	out := &Basis{}
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
	c.Factorize(products(of), Collinear)
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
