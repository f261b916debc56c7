package calculus

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
)

// EachRow is Σ_j g(W_j·) over the rows of a matrix W of Columns columns, given row by row. With a column a task, rows
// are the weights of a feature over tasks: those of prox.Fused vary little from a task to the next, as over time, and
// those of prox.GraphFused between neighbours in a graph.
//
// Source: Zhou, Liu, Narayan, Ye, Modeling Disease Progression via Fused Sparse Group Lasso, KDD 2012; Zhou, Chen and
// Ye, MALSAR: Multi-tAsk Learning via StructurAl Regularization, 2011.
type EachRow struct {
	Of      toolkit.Proxable
	Columns int
}

// WithShape is the penalty of matrices of so many columns.
func (g EachRow) WithShape(_, cols int) toolkit.Proxable {
	g.Columns = cols
	return g
}

// rows are those of x, apart.
func (g EachRow) rows(x []float64) (out [][]float64) {
	if g.Columns < 1 || len(x)%g.Columns != 0 {
		panic("calculus: a matrix has as many columns as EachRow says")
	}
	for ; len(x) > 0; x = x[g.Columns:] {
		out = append(out, x[:g.Columns])
	}
	return out
}

// Value is Σ_j g(W_j·).
func (g EachRow) Value(x []float64) (sum float64) {
	for _, row := range g.rows(x) {
		sum += g.Of.Value(row)
	}
	return sum
}

// Prox is that of g, row by row.
func (g EachRow) Prox(dst, v []float64, gamma float64) (value float64) {
	check(dst, v, gamma)
	to := g.rows(dst)
	for j, row := range g.rows(v) {
		value += g.Of.Prox(to[j], row, gamma)
	}
	return value
}

// ProxJacobian is that of g, row by row.
func (g EachRow) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	m.Reset(len(v))
	var one toolkit.Jacobian
	for j, row := range g.rows(v) {
		known{g.Of}.jacobian(&one, row, gamma)
		copy(m.Diagonal[j*g.Columns:], one.Diagonal)
		for _, r := range one.Ones {
			at := make([]int, len(r.At))
			for i, t := range r.At {
				at[i] = j*g.Columns + t
			}
			m.Ones = append(m.Ones, toolkit.RankOne{Weight: r.Weight, At: at, Q: r.Q})
		}
	}
}

// Conjugate is Σ_j g*(V_j·).
func (g EachRow) Conjugate(v []float64) (sum float64) {
	for _, row := range g.rows(v) {
		sum += known{g.Of}.conjugate(row)
	}
	return sum
}

// Polar is the largest of rows.
func (g EachRow) Polar(v []float64) (most float64) {
	for _, row := range g.rows(v) {
		most = math.Max(most, known{g.Of}.polar(row))
	}
	return most
}

// Pieces is the one of g at a column.
func (g EachRow) Pieces(i int) ([]toolkit.Piece, bool) {
	of, ok := g.Of.(toolkit.Pieces)
	if !ok {
		return nil, false
	}
	return of.Pieces(i % g.Columns)
}

// Terms are those of g, once for each row: h of all rows behind I ⊗ K.
func (g EachRow) Terms(d int) (out toolkit.Terms, ok bool) {
	if g.Columns < 1 || d%g.Columns != 0 {
		return out, false
	}
	rows := d / g.Columns
	t, ok := terms.Of(g.Of, g.Columns)
	if !ok {
		return out, false
	}
	for j := range rows {
		for _, p := range t.Part {
			if p >= 0 {
				p += j * g.Columns
			}
			out.Part = append(out.Part, p)
		}
		out.Linear = append(out.Linear, t.Linear...)
	}
	for _, of := range t.Of {
		out.Of = append(out.Of, repeatedTerm(of, rows)...)
	}
	out.Constant = float64(rows) * t.Constant
	return out, true
}

// repeatedTerm is a term of each of so many rows. Sets stay sets, one a row.
func repeatedTerm(of toolkit.Term, rows int) (out []toolkit.Term) {
	image, columns := of.Map.Dims()
	if _, set := of.Function.(toolkit.SupportFunction); set {
		for j := range rows {
			out = append(out, toolkit.Term{Function: of.Function, Offset: of.Offset,
				Map: terms.Widened(of.Map, j*columns, rows*columns)})
		}
		return out
	}
	all := toolkit.Term{Function: EachRow{of.Function, image}, Map: maps.Kronecker(linalg.Identity(rows), of.Map)}
	for range rows {
		all.Offset = append(all.Offset, of.Offset...)
	}
	return []toolkit.Term{all}
}

// String is the function's name.
func (g EachRow) String() string { return name(g.Of) + " of each row" }

// Check tells what is wrong with the penalty on d×k weights.
func (g EachRow) Check(_, k int) error {
	if k == 1 {
		return fmt.Errorf("%s is over the weights of a feature in several tasks or classes, and there is one", name(g))
	}
	return checkOne(g.Of, k, 1)
}
