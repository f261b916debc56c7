package models

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/model"
)

// About names the problem.
func About(m *model.Linear) string {
	text := fmt.Sprintf("%s loss", m.Loss)
	switch {
	case m.Penalty != "none" && m.Lambda == 0:
		text += ", " + m.Penalty
	case m.Penalty != "none":
		text += fmt.Sprintf(", %s with λ = %.6g", m.Penalty, m.Lambda)
	}
	if m.Mu > 0 {
		text += fmt.Sprintf(", μ = %.6g", m.Mu)
	}
	if m.Relaxed > 0 {
		text += fmt.Sprintf(", relaxed by %g", m.Relaxed)
	}
	for _, c := range m.Constraints {
		text += ", " + plain.Text(c)
	}
	return text
}

// localMinimum is what is said of a penalty that is not convex.
func localMinimum(m *model.Linear) string {
	text := "a local minimum: the penalty is not convex, and others may be lower; proximal steps of %.1e"
	if m.GapKind == model.Stationary {
		text = "a stationary point: the penalty is not convex, the loss has kinks, and others may be lower; a slope of %.1e"
	}
	return fmt.Sprintf(text, m.Gap)
}

// ObjectiveText says what the objective is, and how far from the minimum.
func ObjectiveText(m *model.Linear) string {
	if math.IsNaN(m.Objective) {
		return "nothing is known of the objective yet: the fit ended before its first pass over all examples"
	}
	return fmt.Sprintf("objective %.8g, %s%s", m.Objective, gapText(m), violationText(m))
}

// violationText says how far weights are outside of constraints: P may then lie below its minimum.
func violationText(m *model.Linear) string {
	switch {
	case m.Constraints == nil:
		return ""
	case m.Violation == 0:
		return "; the constraints hold"
	}
	return fmt.Sprintf("; the constraints hold to %.1e", m.Violation)
}

// gapText says how far an objective is from the minimum, as far as is known.
func gapText(m *model.Linear) string {
	switch {
	case m.GapKind == model.Residual:
		return fmt.Sprintf("no gap is known; ‖∇P‖ = %.1e", m.Gap)
	case m.GapKind == model.LocalMinimum, m.GapKind == model.Stationary:
		return localMinimum(m)
	case m.GapKind != model.DualityGap:
		return "no gap is known"
	case withinRounding(m):
		return "which is the minimum as far as rounding allows"
	}
	return fmt.Sprintf("at most %.1e above the minimum%s", m.Gap, ShareText(m, " (%.0e of it)"))
}

// GapCell is a gap in a table.
func GapCell(m *model.Linear) string {
	switch {
	case math.IsNaN(m.Gap):
		return "–"
	case m.GapKind == model.DualityGap && withinRounding(m):
		return "rounding"
	}
	return fmt.Sprintf("%.1e", m.Gap)
}

// withinRounding tells whether a gap is no number beside the objective.
func withinRounding(m *model.Linear) bool { return m.Gap <= epsilon/2*math.Abs(m.Objective) }

// epsilon is the distance of 1 from the next number.
const epsilon = 0x1p-52

// ShareText says what share of the objective the gap is; nothing where that is no share, as of an objective of 0.
func ShareText(m *model.Linear, format string) string {
	if !(m.Gap <= math.Abs(m.Objective)) || m.Objective == 0 {
		return ""
	}
	return fmt.Sprintf(format, m.Gap/math.Abs(m.Objective))
}

// Reached is how near the minimum a model is known to be.
func Reached(m *model.Linear) string {
	switch m.GapKind {
	case model.Residual:
		return fmt.Sprintf("‖∇P‖ = %.1e", m.Gap)
	case model.LocalMinimum, model.Stationary: // of a proximal step: no gap is known
		return fmt.Sprintf("a residual of %.1e", m.Gap)
	}
	return fmt.Sprintf("a gap of %.1e%s", m.Gap, ShareText(m, ", which is %.1e of the objective"))
}
