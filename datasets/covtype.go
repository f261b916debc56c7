package datasets

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"

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
	return readCovtype(ctx, r, name, 1, 7)
}

// ReadScaledCovtype reads that table with 1 for class 2 and 0 for the others, and makes of it what
// covtype.libsvm.binary.scale has (C.-C. Chang, C.-J. Lin, LIBSVM's svm-scale -l 0): every column scaled to 0 … 1, six
// significant digits, no zeros, and the labels 2 and 1.
func ReadScaledCovtype(ctx context.Context, r io.Reader, name string) (*array.Examples, error) {
	e, err := readCovtype(ctx, r, name, 0, 1)
	if err != nil {
		return nil, err
	}
	x := &linalg.CSR{R: e.X.R, C: e.X.C, Ptr: make([]int, 1, e.X.R+1)}
	for i := range e.Y {
		e.Y[i]++
		for p := e.X.Ptr[i]; p < e.X.Ptr[i+1]; p++ {
			if v := e.X.Val[p]; v != 0 {
				x.Col, x.Val = append(x.Col, e.X.Col[p]), append(x.Val, sixDigits(v))
			}
		}
		x.Ptr = append(x.Ptr, len(x.Val))
	}
	e.X = x
	return e, nil
}

// sixDigits is a number as C's %g prints it.
func sixDigits(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64) // what was just written can be read
	return v
}

// readCovtype reads the table with classes from lowest to highest.
func readCovtype(ctx context.Context, r io.Reader, name string, lowest, highest float64) (*array.Examples, error) {
	l := source.NewLines(r, name)
	out := &array.Examples{X: &linalg.CSR{C: covtypeColumns, Ptr: []int{0}}}
	if err := l.Each(ctx, func(line []byte) error { return addCovtype(out, l, line, lowest, highest) }); err != nil {
		return nil, err
	}
	if len(out.Y) == 0 {
		return nil, fmt.Errorf("%s: the file holds no examples", name)
	}
	scaleColumns(out.X, covtypeQuantities)
	return out, nil
}

func addCovtype(out *array.Examples, l *source.Lines, line []byte, lowest, highest float64) error {
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
		case field > covtypeColumns && (v < lowest || v > highest || v != float64(int(v))):
			return l.Fault(field, "class %g is none of %g to %g", v, lowest, highest)
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

func covtype(ctx context.Context, file opener) (e *array.Examples, err error) {
	err = file(0, func(r *source.Reader) error {
		e, err = ReadCovtype(ctx, r, r.Path)
		return err
	})
	return e, err
}

// covtypeInTwoClasses reads the raw table or LIBSVM's set, as the file is called.
func covtypeInTwoClasses(ctx context.Context, file opener) (e *array.Examples, err error) {
	err = file(0, func(r *source.Reader) error {
		if source.Extension(r.Path) == ".csv" {
			e, err = ReadScaledCovtype(ctx, r, r.Path)
		} else {
			e, err = array.ReadSVMLight(ctx, r, r.Path, 0)
		}
		return err
	})
	return e, err
}
