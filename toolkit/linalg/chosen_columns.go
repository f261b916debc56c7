package linalg

import "slices"

// ChosenColumns is Aᵀ, of which only those rows, columns of A, are copied that were chosen, where A is stored by rows:
// what methods need that go through few columns, and multiply all by a vector now and then. Products with Aᵀ go through
// A as it is; others take the column that they need, which costs a pass over a sparse A. It is for one goroutine at a
// time.
type ChosenColumns struct {
	of      StoredRows
	squares []float64 // ‖A_j‖²
	parts   []Rows    // columns that were copied together
	at      []place   // by column
	taken   int       // columns
	counts  []int32   // by column, of a sparse A: numbers stored
	next    []int32   // by column, of a sparse A: where its next number goes; −1 for columns that are not wanted
}

// place is a row of a part; of columns that are not there the part is −1.
type place struct{ part, row int32 }

// All columns are copied where those that are chosen become a share of them, or came one by one.
const (
	mostChosen = 0.5
	mostParts  = 8
)

// NewChosenColumns are those of a matrix whose columns have these norms; none is chosen yet.
func NewChosenColumns(a StoredRows, norms []float64) *ChosenColumns {
	c := &ChosenColumns{of: a, squares: make([]float64, len(norms)), at: make([]place, len(norms))}
	for j, norm := range norms {
		c.squares[j], c.at[j].part = norm*norm, -1
	}
	return c
}

// Take copies those of some columns, ascending, that are not there yet; all where they become many.
func (c *ChosenColumns) Take(which []int) {
	missing := slices.DeleteFunc(slices.Clone(which), func(j int) bool { return c.at[j].part >= 0 })
	if len(missing) == 0 {
		return
	}
	part := int32(len(c.parts))
	if c.taken += len(missing); float64(c.taken) > mostChosen*float64(len(c.at)) || part >= mostParts {
		c.parts = append(c.parts, Columns(c.of))
		for j := range c.at {
			c.at[j] = place{part, int32(j)}
		}
		c.counts, c.next = nil, nil
		return
	}
	if sparse, ok := c.of.(*CSR); ok {
		c.parts = append(c.parts, c.gather(sparse, missing))
	} else {
		c.parts = append(c.parts, Columns(SelectColumns(c.of, missing)))
	}
	for k, j := range missing {
		c.at[j] = place{part, int32(k)}
	}
}

// gather are some columns of a sparse matrix, as rows.
func (c *ChosenColumns) gather(a *CSR, which []int) *CSR {
	if c.counts == nil {
		c.counts, c.next = make([]int32, a.C), make([]int32, a.C)
		for _, j := range a.Col {
			c.counts[j]++
		}
		for j := range c.next {
			c.next[j] = -1
		}
	}
	out := &CSR{R: len(which), C: a.R, Ptr: make([]int, len(which)+1)}
	for k, j := range which {
		c.next[j] = int32(out.Ptr[k])
		out.Ptr[k+1] = out.Ptr[k] + int(c.counts[j])
	}
	size := out.Ptr[len(which)]
	out.Col, out.Val = make([]int32, size), make([]float64, size)
	for i := range a.R {
		col, val := a.Row(i)
		for k, j := range col {
			if at := c.next[j]; at >= 0 {
				out.Col[at], out.Val[at] = int32(i), val[k]
				c.next[j]++
			}
		}
	}
	for _, j := range which {
		c.next[j] = -1
	}
	return out
}

// Has tells whether some columns are there.
func (c *ChosenColumns) Has(which []int) bool {
	return !slices.ContainsFunc(which, func(j int) bool { return c.at[j].part < 0 })
}

// Part is a column as a row of a matrix of those that were copied with it.
func (c *ChosenColumns) Part(j int) (part Rows, row int) {
	if c.at[j].part < 0 {
		c.Take([]int{j})
	}
	return c.parts[c.at[j].part], int(c.at[j].row)
}

// Stored are the numbers of column j.
func (c *ChosenColumns) Stored(j int) (rows []int32, values []float64) {
	part, row := c.Part(j)
	return part.(StoredRows).Stored(row) //nolint:errcheck // dense and sparse matrices have them
}

// NNZ is the number of entries that A stores.
func (c *ChosenColumns) NNZ() int { return Nonzeros(c.of) }

// Dims returns the number of columns and of rows of A.
func (c *ChosenColumns) Dims() (rows, cols int) {
	n, d := c.of.Dims()
	return d, n
}

// MulVec is dst = Aᵀx.
func (c *ChosenColumns) MulVec(dst, x []float64) { c.of.MulTransVec(dst, x) }

// MulColumns is dst = (U A)ᵀ for a matrix U of k rows, given row by row like dst.
func (c *ChosenColumns) MulColumns(dst, u []float64, k int) {
	t := make([]float64, len(u))
	n, _ := c.of.Dims()
	Transpose(t, u, k, n)
	MulTransMat(dst, c.of, t, k)
}

// MulTransVec is dst = A y.
func (c *ChosenColumns) MulTransVec(dst, y []float64) { c.of.MulVec(dst, y) }

// DotRow is ⟨A_j, x⟩.
func (c *ChosenColumns) DotRow(j int, x []float64) float64 {
	part, row := c.Part(j)
	return part.DotRow(row, x)
}

// AddRow is dst ← dst + s·A_j.
func (c *ChosenColumns) AddRow(dst []float64, s float64, j int) {
	part, row := c.Part(j)
	part.AddRow(dst, s, row)
}

// DotRows is ⟨A_i, A_j⟩.
func (c *ChosenColumns) DotRows(i, j int) float64 {
	if i == j {
		return c.squares[i]
	}
	if at, other := c.at[i], c.at[j]; at.part >= 0 && at.part == other.part {
		return c.parts[at.part].DotRows(int(at.row), int(other.row))
	}
	n, _ := c.of.Dims()
	column := make([]float64, n)
	c.AddRow(column, 1, i)
	return c.DotRow(j, column)
}
