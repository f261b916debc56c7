package models

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/model"
)

// TestGapText: what is no number beside the objective is what rounding allows.
func TestGapText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		m    model.Linear
		text string
		cell string
	}{
		{model.Linear{Objective: 2, Gap: 1e-7, GapKind: model.DualityGap}, "at most 1.0e-07 above the minimum (5e-08 of it)",
			"1.0e-07"},
		{model.Linear{Objective: 2, GapKind: model.DualityGap}, "which is the minimum as far as rounding allows", "rounding"},
		{model.Linear{Objective: 2, Gap: 1e-17, GapKind: model.DualityGap}, "which is the minimum as far as rounding allows",
			"rounding"},
		{model.Linear{Objective: 0, Gap: 1e-30, GapKind: model.DualityGap}, "at most 1.0e-30 above the minimum", "1.0e-30"},
		{model.Linear{Objective: 2, Gap: 0.5, GapKind: model.Residual}, "no gap is known; ‖∇P‖ = 5.0e-01", "5.0e-01"},
		{model.Linear{Objective: 2, Gap: math.NaN(), GapKind: model.NoGap}, "no gap is known", "–"},
	} {
		if text, cell := gapText(&c.m), GapCell(&c.m); text != c.text || cell != c.cell {
			t.Errorf("%+v: %q, %q", c.m, text, cell)
		}
	}
}

// TestReached: a residual is not called a gap.
func TestReached(t *testing.T) {
	t.Parallel()
	for text, m := range map[string]model.Linear{
		"a residual of 5.0e-01":                               {Objective: 2, Gap: 0.5, GapKind: model.LocalMinimum},
		"‖∇P‖ = 5.0e-01":                                      {Objective: 2, Gap: 0.5, GapKind: model.Residual},
		"a gap of 5.0e-01, which is 2.5e-01 of the objective": {Objective: 2, Gap: 0.5, GapKind: model.DualityGap},
	} {
		if got := Reached(&m); got != text {
			t.Errorf("%q, not %q", got, text)
		}
	}
}
