package machines

import (
	"encoding/json"
	"fmt"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/model/machine"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/spf13/cobra"
)

// line is what --json prints of a machine.
type line struct {
	Lambda     float64   `json:"lambda"`
	Mu         float64   `json:"mu"`
	Objective  float64   `json:"objective"`
	Gap        *float64  `json:"gap"`
	Loss       string    `json:"loss"`
	Kernels    []string  `json:"kernels"`
	Norms      []float64 `json:"norms"`
	Support    int       `json:"support"`
	Iterations int       `json:"iterations"`
	Seconds    float64   `json:"seconds"`
	Solver     string    `json:"solver"`
	Status     string    `json:"status"`
	N          int       `json:"n"`
	K          int       `json:"k"`
	Error      *float64  `json:"cv_error,omitempty"`
	StdError   *float64  `json:"cv_std_error,omitempty"`
	Chosen     *bool     `json:"cv_chosen,omitempty"`
}

// print says what was learnt.
func (f flags) print(cmd *cobra.Command, m *machine.Model, t *table, p *path) error {
	w := cmd.OutOrStdout()
	if f.json {
		e := json.NewEncoder(w)
		if p == nil {
			return e.Encode(f.lineOf(m, t, f.settings))
		}
		for k, m := range p.models {
			l := f.lineOf(m, t, f.settings.At(p.strengths[k]))
			if p.found != nil {
				chosen := k == p.keep
				l.Error, l.StdError, l.Chosen = &p.found.Error[k], &p.found.StdError[k], &chosen
			}
			if err := e.Encode(l); err != nil {
				return err
			}
		}
		return nil
	}
	h := m.Head
	ui.Say(w, "%s: %d examples, %s loss, %s\n", plain.Text(ui.DataName(f.data)), h.Examples, h.Loss,
		plain.Count(len(m.Alpha), "kernel"))
	if p != nil {
		printPath(cmd, p, f.lambda > 0)
	}
	above := fmt.Sprintf("at most %.2g above the minimum", h.Gap)
	if !solver.Finite(h.Gap) {
		above = "how far from the minimum is not known yet"
	}
	ui.Say(w, "%s after %s in %.2g s by %s: objective %.6g, %s\n", h.Status, plain.Count(h.Iterations, "iteration"),
		h.Seconds, h.Method, h.Objective, above)
	ui.Say(w, "%d of %d examples support it\n", len(m.Rows), m.Learnt)
	for j, norm := range m.Norms {
		name := fmt.Sprintf("matrix %d", j+1)
		if t.words != nil {
			name = t.words[j]
		}
		ui.Say(w, "  ‖f‖ %-10.4g %s\n", norm, plain.Text(name))
	}
	if f.model != "" {
		ui.Say(w, "model: %s\n", plain.Text(f.model))
	}
	return nil
}

// printPath has a line for each machine of a path.
func printPath(cmd *cobra.Command, p *path, ofLambda bool) {
	w, name := cmd.OutOrStdout(), "μ"
	if ofLambda {
		name = "λ"
	}
	for k, m := range p.models {
		mark, judged := "", ""
		if p.found != nil {
			judged = fmt.Sprintf("  error of folds %.5g ± %.2g", p.found.Error[k], p.found.StdError[k])
		}
		if k == p.keep {
			mark = "  kept"
		}
		ui.Say(w, "%s = %-10.4g objective %-12.6g gap %-8.2g support %-6d%s%s\n", name, p.strengths[k], m.Head.Objective,
			m.Head.Gap, len(m.Rows), judged, mark)
	}
}

func (f flags) lineOf(m *machine.Model, t *table, c kernels.Machine) line {
	h := m.Head
	l := line{
		Lambda: c.Lambda, Mu: c.Mu, Objective: h.Objective, Loss: h.Loss, Kernels: t.words, Norms: m.Norms,
		Support: len(m.Rows), Iterations: h.Iterations, Seconds: h.Seconds, Solver: h.Method, Status: string(h.Status),
		N: h.Examples, K: h.Outputs,
	}
	if solver.Finite(h.Gap) {
		l.Gap = &h.Gap
	}
	return l
}
