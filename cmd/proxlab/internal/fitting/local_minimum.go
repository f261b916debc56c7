package fitting

import (
	"fmt"

	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/model"
)

// about names the problem.
func about(m *model.Linear) string {
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
