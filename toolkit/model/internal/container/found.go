package container

import (
	"errors"
	"math"
	"time"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Found is how a model was found, as most files have it.
type Found struct {
	Objective *float64      `json:"objective" model:"nullable"` // null where it is not known, as the gap
	Gap       *float64      `json:"gap" model:"nullable"`
	Elapsed   int64         `json:"nanoseconds"`
	Status    solver.Status `json:"status"`
}

// FoundBy is what is known of a run that ended so.
func FoundBy(p solver.Progress, s solver.Status) Found {
	return Found{Known(p.Objective), Known(p.Gap), int64(p.Elapsed), s}
}

// Progress is what foundBy took, after so many iterations and evaluations.
func (f Found) Progress(iter, evals int) solver.Progress {
	p := solver.Unknown()
	p.Iter, p.Evals, p.Elapsed = iter, evals, time.Duration(f.Elapsed)
	p.Objective, p.Gap = OrNaN(f.Objective), OrNaN(f.Gap)
	return p
}

// Values are what is known, NaN where it is not.
func (f Found) Values() (objective, gap float64, elapsed time.Duration, s solver.Status) {
	return OrNaN(f.Objective), OrNaN(f.Gap), time.Duration(f.Elapsed), f.Status
}

// Check tests these, and numbers by their names that are not negative.
func (f Found) Check(names []string, values ...float64) error {
	names, values = append(names, "nanoseconds"), append(values, float64(f.Elapsed))
	return errors.Join(NotNegative(names, values), CheckEnd(f.Status, OrNaN(f.Gap)))
}

// Known is a number, or null.
func Known(v float64) *float64 {
	if !solver.Finite(v) {
		return nil
	}
	return &v
}

// OrNaN is the number that known took.
func OrNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}
