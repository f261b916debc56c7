package datasets

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// covtypeColumns is the number of raw columns of UCI's forest cover type; the first ten are quantities, the others are
// 0 or 1.
const (
	covtypeColumns    = 54
	covtypeQuantities = 10
)

// ReadCovtype reads the raw table of UCI's forest cover type, 54 columns and the class 1 to 7, separated by commas, and
// scales every quantity to 0 … 1 over the rows read. Errors refer to the input as name.
func ReadCovtype(ctx context.Context, r io.Reader, name string) (*array.Examples, error) {
	l := source.NewLines(r, name)
	out := &array.Examples{X: &linalg.CSR{C: covtypeColumns, Ptr: []int{0}}}
	if err := l.Each(ctx, func(line []byte) error { return addCovtype(out, l, line) }); err != nil {
		return nil, err
	}
	if len(out.Y) == 0 {
		return nil, fmt.Errorf("%s: the file holds no examples", name)
	}
	scaleColumns(out.X, covtypeQuantities)
	return out, nil
}

func addCovtype(out *array.Examples, l *source.Lines, line []byte) error {
	for field := 1; field <= covtypeColumns+1; field++ {
		token, rest, more := bytes.Cut(line, []byte{','})
		if more == (field == covtypeColumns+1) {
			return l.Fault(field, "the line has not %d fields", covtypeColumns+1)
		}
		v, ok := source.ParseNumber(token)
		switch {
		case !ok:
			return l.Fault(field, "%q is no finite number", token)
		case field > covtypeQuantities && field <= covtypeColumns && v != 0 && v != 1:
			return l.Fault(field, "%g is neither 0 nor 1", v)
		case field > covtypeColumns && (v < 1 || v > 7 || v != float64(int(v))):
			return l.Fault(field, "class %g is none of 1 to 7", v)
		case field > covtypeColumns:
			out.Y = append(out.Y, v)
		case v != 0 || field <= covtypeQuantities:
			out.X.Col, out.X.Val = append(out.X.Col, int32(field-1)), append(out.X.Val, v)
		}
		line = rest
	}
	out.X.R++
	out.X.Ptr = append(out.X.Ptr, len(out.X.Val))
	return nil
}

// scaleColumns maps each of the first k columns, all of whose entries are stored, to 0 … 1.
func scaleColumns(x *linalg.CSR, k int) {
	lo, hi := make([]float64, k), make([]float64, k)
	for p, j := range x.Col {
		if int(j) < k {
			v := x.Val[p]
			if p < k { // the first row
				lo[j], hi[j] = v, v
			}
			lo[j], hi[j] = min(lo[j], v), max(hi[j], v)
		}
	}
	for p, j := range x.Col {
		if int(j) < k && hi[j] > lo[j] {
			x.Val[p] = (x.Val[p] - lo[j]) / (hi[j] - lo[j])
		}
	}
}
