package maps

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Own is a map of two functions: Times writes Ax to dst, TimesTransposed Aᵀy. Both must write all of dst, keep nothing
// of their arguments, and be linear.
type Own struct {
	Rows, Columns   int
	Times           func(dst, x []float64)
	TimesTransposed func(dst, y []float64)
}

// Check says what is wrong with a map: a missing function, a negative size, functions that are no transposes.
func (a Own) Check() error {
	switch {
	case a.Times == nil || a.TimesTransposed == nil:
		return fmt.Errorf("a map of your own needs both Times and TimesTransposed")
	case a.Rows < 0 || a.Columns < 0:
		return fmt.Errorf("a map has %d rows and %d columns: neither may be negative", a.Rows, a.Columns)
	}
	return CheckAdjoint(a)
}

// Dims returns the number of rows and of columns.
func (a Own) Dims() (r, c int) { return a.Rows, a.Columns }

// MulVec is dst = A x.
func (a Own) MulVec(dst, x []float64) {
	checkLengths(a, dst, x)
	a.Times(dst, x)
}

// MulTransVec is dst = Aᵀ y.
func (a Own) MulTransVec(dst, y []float64) {
	checkLengths(a, y, dst)
	a.TimesTransposed(dst, y)
}

var _ linalg.Map = Own{}
