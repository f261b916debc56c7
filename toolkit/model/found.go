package model

import (
	"errors"
	"math"
	"time"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// found is how a model was found, as most files have it.
type found struct {
	Objective *float64      `json:"objective" model:"nullable"` // null where it is not known, as the gap
	Gap       *float64      `json:"gap" model:"nullable"`
	Elapsed   int64         `json:"nanoseconds"`
	Status    solver.Status `json:"status"`
}

func foundBy(p solver.Progress, s solver.Status) found {
	return found{known(p.Objective), known(p.Gap), int64(p.Elapsed), s}
}

// progress is what foundBy took, after so many iterations and evaluations.
func (f found) progress(iter, evals int) solver.Progress {
	p := solver.Unknown()
	p.Iter, p.Evals, p.Elapsed = iter, evals, time.Duration(f.Elapsed)
	p.Objective, p.Gap = orNaN(f.Objective), orNaN(f.Gap)
	return p
}

// values are what is known, NaN where it is not.
func (f found) values() (objective, gap float64, elapsed time.Duration, s solver.Status) {
	return orNaN(f.Objective), orNaN(f.Gap), time.Duration(f.Elapsed), f.Status
}

// check tests these, and numbers by their names that are not negative.
func (f found) check(names []string, values ...float64) error {
	names, values = append(names, "nanoseconds"), append(values, float64(f.Elapsed))
	return errors.Join(notNegative(names, values), checkEnd(f.Status, orNaN(f.Gap)))
}

// known is a number, or null.
func known(v float64) *float64 {
	if !solver.Finite(v) {
		return nil
	}
	return &v
}

// orNaN is the number that known took.
func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}
