package sparsity

import (
	"embed"

	"github.com/proxlab/proxlab/reproduce"
)

// kept is the record at paper scale, written by `make records`.
//
//go:embed results
var kept embed.FS

// Study is the study of the paper's section 5.
var Study = reproduce.Study{
	Name:  "sparsity",
	Title: "Structured sparsity by iterative projection: what a small strictly convex term does",
	Paper: "Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods for Structured Sparsity " +
		"Regularization, MIT-CSAIL-TR-2009-050, 2009",
	Version: 4,
	Guide:   guide,
	Layouts: layouts,
	Parts:   parts(),
	Modes:   []reproduce.Mode{reproduce.Literal, reproduce.Sound},
	Plan:    func(d *reproduce.Draft) error { return study{d, extentOf(d.Scale)}.plan() },
	Figures: drawings,
	Claims:  claims,
	Remarks: remarks,
	Results: reproduce.Results(kept),
}

// parts are the instances, each with the tables that it is a part of.
func parts() (out []reproduce.Part) {
	for _, in := range instances {
		tables := []string{tableInstances, tableInstancesCentred}
		if in.id == multitask {
			tables = []string{tableFigure2, tableFigure2Centred}
		}
		out = append(out, reproduce.Part{ID: in.id, Tables: tables})
	}
	return out
}
