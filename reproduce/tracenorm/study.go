package tracenorm

import (
	"embed"

	"github.com/proxlab/proxlab/reproduce"
)

const name = "tracenorm"

// kept is the record at paper scale, written by `make records`.
//
//go:embed results
var kept embed.FS

// Study is the study of the paper's section 4.
var Study = reproduce.Study{
	Name:  name,
	Title: "Lifted coordinate descent: trace-norm regularization by rank-one steps",
	Paper: "Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS " +
		"2012",
	IDs:     ids(),
	Modes:   []reproduce.Mode{reproduce.Literal, reproduce.Sound},
	Run:     run,
	Tables:  tables,
	Figures: drawings,
	Judge:   judge,
	Guide:   guide,
	Remarks: remarks,
	Results: reproduce.Results(kept),
}

func ids() []string {
	out := append([]string(nil), tableIDs...)
	for _, p := range panels {
		out = append(out, p.id)
	}
	return append(out, conjoint1, conjoint2, pictures)
}
