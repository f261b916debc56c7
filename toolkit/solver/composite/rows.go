package composite

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// matrix is a map with access to its rows, and to what is stored of them.
type matrix interface {
	linalg.Rows
	linalg.StoredRows
}

// rescaled is a function of numbers each of which may be divided by one of its own: h(z) is Rescaled's of z/sizes. ok
// is false where it is made of one that knows of none.
type rescaled interface {
	Rescaled(sizes []float64) (of toolkit.Proxable, ok bool)
}

// apart is how much sizes of rows differ that are scaled.
const apart = 10

// sizesOfRows are ‖K_i‖, 1 for a row of zeros; nil where they are of one size.
func sizesOfRows(k matrix) []float64 {
	n, _ := k.Dims()
	sizes := make([]float64, n)
	least, most := math.Inf(1), 0.0
	for i := range sizes {
		_, val := k.Stored(i)
		if sizes[i] = floats.Norm(val, 2); sizes[i] == 0 {
			sizes[i] = 1
			continue
		}
		least, most = math.Min(least, sizes[i]), math.Max(most, sizes[i])
	}
	if !(most > apart*least) || math.IsInf(most, 1) {
		return nil
	}
	return sizes
}

// toPowers rounds numbers to powers of two, by which products and quotients are exact.
func toPowers(sizes []float64) {
	for i, s := range sizes {
		sizes[i] = math.Exp2(math.Round(math.Log2(s)))
	}
}

// dividedRows is a map whose rows are divided.
func dividedRows(k matrix, sizes []float64) matrix {
	n, c := k.Dims()
	of := linalg.ToCSR(k)
	out := linalg.CSR{R: n, C: c, Ptr: []int{0}}
	for i, size := range sizes {
		of.VisitRow(i, func(j int, v float64) {
			out.Col, out.Val = append(out.Col, int32(j)), append(out.Val, v/size)
		})
		out.Ptr = append(out.Ptr, len(out.Val))
	}
	return &out
}
