// Package faults holds what is wrong with a value that was checked, and how it is said.
package faults

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
)

// Report collects what is wrong, one example of each kind.
type Report struct {
	faults []error
	said   map[string]bool
}

// Faultf says what is wrong, unless the same was said of another example.
func (r *Report) Faultf(format string, args ...any) { r.Once(format, format, args...) }

// Once is Faultf where the same format says several things: kind tells them apart.
func (r *Report) Once(kind, format string, args ...any) {
	if r.said[kind] {
		return
	}
	if r.said == nil {
		r.said = map[string]bool{}
	}
	r.said[kind] = true
	r.faults = append(r.faults, fmt.Errorf(format, args...))
}

// Guard runs a part of a check, and says so where that panics; the other parts go on.
func (r *Report) Guard(part string, check func()) {
	defer func() {
		if why := recover(); why != nil {
			r.Once(part, "%s panics: %v", part, why)
		}
	}()
	check()
}

// MustPanic says so where a programmer's error goes unnoticed.
func (r *Report) MustPanic(what string, f func()) {
	if !Panics(f) {
		r.Once(what, "%s: it must panic, as a programmer's error", what)
	}
}

// Panics tells whether a function does.
func Panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return false
}

// Found tells whether anything is wrong.
func (r *Report) Found() bool { return len(r.faults) > 0 }

// Err joins the faults of what was checked.
func (r *Report) Err(format string, args ...any) error {
	if len(r.faults) == 0 {
		return nil
	}
	return fmt.Errorf(format+":\n%w", append(args, errors.Join(r.faults...))...)
}

// Vector is a vector in print, of which no more than eight entries are shown.
type Vector []float64

// String has four digits.
func (v Vector) String() string {
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

// Parts are those of an update in words, of which no more than four are named.
type Parts []toolkit.Part

// String has four digits.
func (p Parts) String() string {
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

// Near compares to a relative and absolute tolerance. No number is near an infinite one but itself.
func Near(a, b, tol float64) bool {
	return a == b || !math.IsInf(a-b, 0) && math.Abs(a-b) <= tol*math.Max(1, math.Max(math.Abs(a), math.Abs(b)))
}

// Finite tells whether all numbers are.
func Finite(x ...float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
