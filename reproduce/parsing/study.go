// Package parsing rebuilds the second experiment of Martins et al., 2010: dependency parsing with hundreds of templates
// of features, of which multiple kernel learning selects some.
//
// The paper's scaling is the project's: λ = 1/(C m) weighs R(θ) = ½(Σ_k ‖θ_k‖)² against the mean loss of m sentences,
// whose Hamming cost counts heads and is not normalized by length. A feature has the value 1/√p, with p templates.
package parsing

import (
	"embed"

	"github.com/proxlab/proxlab/reproduce"
)

// kept is the record at paper scale, written by `make records`.
//
//go:embed results
var kept embed.FS

// Study is the study of the paper's Figure 1.
var Study = reproduce.Study{
	Name:     "parsing",
	Title:    "Online multiple kernel learning: dependency parsing",
	Paper:    "Martins, Figueiredo, Aguiar, Smith, Xing, Online Multiple Kernel Learning for Structured Prediction, 2010",
	Version:  1,
	Guide:    guide,
	Layouts:  layouts(),
	Parts:    parts(),
	StandIns: []string{realSet},
	Modes:    []reproduce.Mode{reproduce.Literal},
	Plan:     planOf,
	Figures:  drawings,
	Claims:   claims(),
	Remarks:  remarks,
	Results:  reproduce.Results(kept),
}

// parts are the sets, each with its tables.
func parts() (out []reproduce.Part) {
	for _, id := range setIDs {
		out = append(out, reproduce.Part{ID: id, Tables: tablesOf(id)})
	}
	return out
}
