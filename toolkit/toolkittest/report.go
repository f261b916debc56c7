package toolkittest

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
)

// report collects what is wrong, one example of each kind.
type report struct {
	faults []error
	said   map[string]bool
}

// faultf says what is wrong, unless the same was said of another example.
func (r *report) faultf(format string, args ...any) { r.once(format, format, args...) }

// once is faultf where the same format says several things: kind tells them apart.
func (r *report) once(kind, format string, args ...any) {
	if r.said[kind] {
		return
	}
	if r.said == nil {
		r.said = map[string]bool{}
	}
	r.said[kind] = true
	r.faults = append(r.faults, fmt.Errorf(format, args...))
}

// guard runs a part of a check, and says so where that panics; the other parts go on.
func (r *report) guard(part string, check func()) {
	defer func() {
		if why := recover(); why != nil {
			r.once(part, "%s panics: %v", part, why)
		}
	}()
	check()
}

// mustPanic says so where a programmer's error goes unnoticed.
func (r *report) mustPanic(what string, f func()) {
	if !panics(f) {
		r.once(what, "%s: it must panic, as a programmer's error", what)
	}
}

func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return false
}

// err joins the faults of what was checked.
func (r *report) err(format string, args ...any) error {
	if len(r.faults) == 0 {
		return nil
	}
	return fmt.Errorf(format+":\n%w", append(args, errors.Join(r.faults...))...)
}

// vector is a vector in print, of which no more than eight entries are shown.
type vector []float64

// String has four digits.
func (v vector) String() string {
	const most = 8
	var b strings.Builder
	for j, x := range v[:min(len(v), most)] {
		if j > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%.4g", x)
	}
	if len(v) > most {
		fmt.Fprintf(&b, " … (%d)", len(v))
	}
	return "[" + b.String() + "]"
}

// parts are those of an update in words, of which no more than four are named.
type parts []toolkit.Part

// String has four digits.
func (p parts) String() string {
	const most = 4
	if len(p) == 0 {
		return "no part"
	}
	var said []string
	for _, a := range p[:min(len(p), most)] {
		said = append(said, fmt.Sprintf("%.4g of family %d, row %d, column %d", a.Value, a.Family, a.Row, a.Col))
	}
	if len(p) > most {
		said = append(said, fmt.Sprintf("%d parts more", len(p)-most))
	}
	return strings.Join(said, " and ")
}

// near compares to a relative and absolute tolerance. No number is near an infinite one but itself.
func near(a, b, tol float64) bool {
	return a == b || !math.IsInf(a-b, 0) && math.Abs(a-b) <= tol*math.Max(1, math.Max(math.Abs(a), math.Abs(b)))
}

func finite(x ...float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

func clone(x []float64) []float64 { return append(make([]float64, 0, len(x)), x...) }
