package encode

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Ask asks for features that are made of the columns' own.
type Ask struct {
	Step string   // one of the steps below
	Of   []string // columns: one, or the two or more of a product, or two dates
	Size int      // the degree of powers, or the features of a spline, or the number of bins
}

// Step makes features of those of columns, row by row:
//
//	product   of each feature of a column with each of the others, named A:B
//	power     x², x³ … up to a degree, beside x, named A^2
//	log       log x of x > 0, named log(A)
//	spline    a natural cubic spline, linear beyond the first and the last knot, named spline(A).1 …
//	bspline   cubic B-splines on the knots, the first of which is left out, as they sum to 1, named bspline(A).1 …
//	bins      1 where x is in an interval between knots, the first left out, named A in [LO, HI)
//	duration  the days from one date to another, named A..B
//
// Knots are learnt: at quantiles of the column. Columns that are only needed by steps have no features of their own.
type Step struct {
	Step   string    `json:"step"`
	Of     []string  `json:"of"`
	Degree int       `json:"degree,omitempty" model:"optional"`
	Knots  []float64 `json:"knots,omitempty" model:"optional"`
}

// The steps.
const (
	Product  = "product"
	Power    = "power"
	Log      = "log"
	Spline   = "spline"
	BSpline  = "bspline"
	Bins     = "bins"
	Duration = "duration"
)

// Steps are their names, in the order in which they are explained.
var Steps = []string{Product, Power, Log, Spline, BSpline, Bins, Duration}

// learns tells whether a step has knots.
func learns(step string) bool { return step == Spline || step == BSpline || step == Bins }

// Check tests an ask without its columns.
func (a Ask) Check() error {
	least := map[string]int{Power: 2, Spline: 2, BSpline: cubic, Bins: 2}[a.Step]
	count := map[string]int{Product: 2, Duration: 2}[a.Step]
	const most = 1000
	switch {
	case !slices.Contains(Steps, a.Step):
		return fmt.Errorf("%q makes no columns: there are %s", a.Step, strings.Join(Steps, ", "))
	case count == 0 && len(a.Of) != 1, count > 0 && len(a.Of) < count, a.Step == Duration && len(a.Of) != count:
		return fmt.Errorf("%s of %d columns: %d are due", a.Step, len(a.Of), max(1, count))
	case a.Size < least || a.Size > most || least == 0 && a.Size != 0:
		return fmt.Errorf("%s of %q: a number from %d to %d is due, and it is %d", a.Step, a.Of[0], least, most, a.Size)
	}
	for k, name := range a.Of {
		if slices.Contains(a.Of[:k], name) {
			return fmt.Errorf("%s has %q twice", a.Step, name)
		}
	}
	return nil
}

// size is how many features a step makes.
func (s *Step) size(spans map[string][2]int) int {
	switch s.Step {
	case Product:
		out := 1
		for _, name := range s.Of {
			out *= spans[name][1] - spans[name][0]
		}
		return out
	case Power:
		return s.Degree - 1
	case Bins:
		return len(s.Knots)
	case Spline:
		return len(s.Knots) - 1
	case BSpline:
		return len(s.Knots) + cubic - 2
	}
	return 1
}

// asked is the size that a step was asked for with.
func (s *Step) asked() int {
	return map[string]int{Power: s.Degree, Spline: len(s.Knots) - 1, BSpline: len(s.Knots) + cubic - 2,
		Bins: len(s.Knots) + 1}[s.Step]
}

// names are those of a step's features.
func (s *Step) names(spans map[string][2]int, base []string) (out []string) {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	switch s.Step {
	case Product:
		out = []string{""}
		for k, name := range s.Of {
			var next []string
			for _, left := range out {
				for _, right := range base[spans[name][0]:spans[name][1]] {
					if k > 0 {
						right = left + ":" + right
					}
					next = append(next, right)
				}
			}
			out = next
		}
	case Power:
		for p := 2; p <= s.Degree; p++ {
			out = append(out, fmt.Sprintf("%s^%d", s.Of[0], p))
		}
	case Bins:
		for k, low := range s.Knots {
			high := "inf"
			if k+1 < len(s.Knots) {
				high = number(s.Knots[k+1])
			}
			out = append(out, fmt.Sprintf("%s in [%s, %s)", s.Of[0], number(low), high))
		}
	case Duration:
		out = []string{s.Of[0] + ".." + s.Of[1]}
	case Log:
		out = []string{fmt.Sprintf("log(%s)", s.Of[0])}
	default:
		for k := range s.size(spans) {
			out = append(out, fmt.Sprintf("%s(%s).%d", s.Step, s.Of[0], k+1))
		}
	}
	return out
}

// apply writes a step's features of a row of the columns' own.
func (s *Step) apply(dst, row []float64, spans map[string][2]int) error {
	x := row[spans[s.Of[0]][0]]
	switch s.Step {
	case Product:
		dst[0] = 1
		filled := 1
		for _, name := range s.Of {
			of := row[spans[name][0]:spans[name][1]]
			for k := filled - 1; k >= 0; k-- { // from the end: places that are read are not yet written over
				left := dst[k]
				for l := len(of) - 1; l >= 0; l-- {
					dst[k*len(of)+l] = left * of[l]
				}
			}
			filled *= len(of)
		}
	case Power:
		for p := range dst {
			dst[p] = math.Pow(x, float64(p+2))
		}
	case Log:
		if !(x > 0) {
			return fmt.Errorf("log(%s) of %g: it must be above 0", s.Of[0], x)
		}
		dst[0] = math.Log(x)
	case Bins:
		for k := range dst {
			if dst[k] = 0; x >= s.Knots[k] && (k+1 == len(dst) || x < s.Knots[k+1]) {
				dst[k] = 1
			}
		}
	case Duration:
		dst[0] = row[spans[s.Of[1]][0]] - x
	case Spline:
		naturalSpline(dst, x, s.Knots)
	case BSpline:
		bSpline(dst, x, s.Knots)
	}
	for _, v := range dst {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return fmt.Errorf("%s of %s = %g is %g: it must be finite", s.Step, s.Of[0], x, v)
		}
	}
	return nil
}
