// Package parsing rebuilds the second experiment of Martins et al., 2010: dependency parsing with hundreds of templates
// of features, of which multiple kernel learning selects some.
//
// The paper's scaling is the project's: λ = 1/(C m) weighs R(θ) = ½(Σ_k ‖θ_k‖)² against the mean loss of m sentences,
// whose Hamming cost counts heads and is not normalized by length. A feature has the value 1/√p, with p templates.
package parsing

import (
	"embed"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
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

func planOf(d *reproduce.Draft) error {
	for _, s := range setsOf(d.Scale) {
		if !d.Wants(tablesOf(s.id)...) {
			continue
		}
		checksums := ""
		if s.grammar == nil {
			sums, ok, err := atHand(d.Config)
			if err != nil {
				return err
			}
			if !ok {
				for _, table := range tablesOf(s.id) {
					d.Missing(table, "svm", realSet, nil)
				}
				continue
			}
			checksums = sums
		}
		planSet(d, s, checksums)
	}
	return nil
}

// planSet adds the tasks and rows of a set.
func planSet(d *reproduce.Draft, of set, checksums string) {
	s := &study{Draft: d, set: of, lessons: map[ranked]*lesson{}}
	for r := range of.seeds {
		o := of.originOf(checksums, d.Seed+uint64(r))
		s.origins = append(s.origins, o)
		s.data = append(s.data, plan.Share(64<<20, o.load))
	}
	for r := range s.origins {
		s.addFirst(r)
		s.addSecond(r)
	}
	for draw := range of.draws {
		s.random = append(s.random, s.addRandom(draw))
	}
	if s.sentences {
		s.addHeads()
	}
	s.addRows()
}
