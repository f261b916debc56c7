package sparsity

import (
	"embed"

	"github.com/proxlab/proxlab/reproduce"
)

const name = "sparsity"

// kept is the record at paper scale, written by `make records`.
//
//go:embed results
var kept embed.FS

// Study is the study of the paper's section 5.
var Study = reproduce.Study{
	Name:  name,
	Title: "Structured sparsity by iterative projection: what a small strictly convex term does",
	Paper: "Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods for Structured Sparsity " +
		"Regularization, MIT-CSAIL-TR-2009-050, 2009",
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
	for _, i := range instances {
		out = append(out, i.id)
	}
	return out
}
