package mixed

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ofNumbers is a kernel of vectors on some columns: of inner products, or of points.
type ofNumbers struct {
	word    string   // with its parameters
	columns []string // nil for all columns of sparse rows
	dots    kernel.Kernel
	points  func(x, z []float64) float64 // where dots is nil
}

// part are the columns of examples that the kernel sees; they are there.
func (k *ofNumbers) part(e Examples) *linalg.Dense {
	if slices.Equal(k.columns, e.Columns) {
		return e.X
	}
	out := linalg.NewDense(e.Len(), len(k.columns), nil)
	for j, name := range k.columns {
		from := slices.Index(e.Columns, name)
		for i := range out.R {
			out.Row(i)[j] = e.X.At(i, from)
		}
	}
	return out
}

// sparse are the columns of sparse rows that the kernel sees; they are there.
func (k *ofNumbers) sparse(e Examples) *linalg.CSR {
	if k.columns == nil {
		return e.Sparse
	}
	which, err := places(k.columns, e.Sparse.C)
	if err != nil {
		panic(err)
	}
	return linalg.ToCSR(linalg.SelectColumns(e.Sparse, which))
}

// places are columns by their numbers from 1, from 0 and in order. The error names one that is not there, or there
// twice.
func places(columns []string, d int) ([]int, error) {
	var out []int
	for _, name := range columns {
		j, err := strconv.Atoi(name)
		if err != nil || j < 1 || j > d {
			return nil, fmt.Errorf("there is no column %q: those of sparse rows are 1 to %d", name, d)
		}
		out = append(out, j-1)
	}
	slices.Sort(out)
	for k := 1; k < len(out); k++ {
		if out[k] == out[k-1] {
			return nil, fmt.Errorf("column %d is named twice", out[k]+1)
		}
	}
	return out, nil
}

// beside appends row i of a and row j of b in the columns in which either has an entry.
func beside(u, v []float64, a, b *linalg.CSR, i, j int) (x, z []float64) {
	ci, vi := a.Row(i)
	cj, vj := b.Row(j)
	for len(ci) > 0 || len(cj) > 0 {
		var x, z float64
		left := len(ci) > 0 && (len(cj) == 0 || ci[0] <= cj[0])
		right := len(cj) > 0 && (len(ci) == 0 || cj[0] <= ci[0])
		if left {
			x, ci, vi = vi[0], ci[1:], vi[1:]
		}
		if right {
			z, cj, vj = vj[0], cj[1:], vj[1:]
		}
		u, v = append(u, x), append(v, z)
	}
	return u, v
}

// numbers are those that the kernel sees, of so many columns, and how many zeros there are beside them.
func (k *ofNumbers) numbers(e Examples) (values []float64, columns, zeros int) {
	if e.Sparse == nil {
		return k.part(e).Data, len(k.columns), 0
	}
	a := k.sparse(e)
	return a.Val, a.C, a.R*a.C - len(a.Val)
}

// named says which of these numbers one is.
func (k *ofNumbers) named(e Examples, at int) string {
	if e.Sparse == nil {
		part := k.part(e)
		return fmt.Sprintf("example %d has %g in column %q", at/part.C+1, part.Data[at], k.columns[at%part.C])
	}
	a := k.sparse(e)
	i, _ := slices.BinarySearch(a.Ptr, at+1)
	return fmt.Sprintf("example %d has %g in column %d of those of the kernel", i, a.Val[at], a.Col[at]+1)
}
