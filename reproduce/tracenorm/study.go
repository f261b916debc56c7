package tracenorm

import (
	"embed"

	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/reproduce"
)

// kept is the record at paper scale, written by `make records`.
//
//go:embed results
var kept embed.FS

// Study is the study of the paper's section 4.
var Study = reproduce.Study{
	Name:  "tracenorm",
	Title: "Lifted coordinate descent: trace-norm regularization by rank-one steps",
	Paper: "Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS " +
		"2012",
	Version:  6,
	Guide:    guide,
	Layouts:  layouts,
	Parts:    parts(),
	StandIns: []string{"bank"},
	Times: []string{"seconds", "cpu", "cpu_*", "*-cpu", "each_cpu*", "met_cpu*", "step[34]_cpu", "ratio_1e-*",
		"bound_1e-*", "test_error_least_at"},
	Modes:   []reproduce.Mode{reproduce.Literal, reproduce.Sound},
	Plan:    func(d *reproduce.Draft) error { return draft(d, protocolOf(d.Config), machine.ProcessorSeconds) },
	Figures: drawings,
	Claims:  claims(),
	Remarks: remarks,
	Results: reproduce.Results(kept),
}

// parts are the panels of Figure 1 and the sets of Figure 2.
func parts() (out []reproduce.Part) {
	for _, p := range panels {
		out = append(out, reproduce.Part{ID: p.id})
	}
	for _, id := range []string{conjoint1, conjoint2, pictures} {
		out = append(out, reproduce.Part{ID: id})
	}
	return out
}
