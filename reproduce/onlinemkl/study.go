package onlinemkl

import (
	"embed"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

const name = "onlinemkl"

// kept is the record at paper scale, written by `make records`.
//
//go:embed results
var kept embed.FS

// Study is the study of the paper's Table 1.
var Study = reproduce.Study{
	Name:    name,
	Title:   "Online multiple kernel learning: handwriting",
	Paper:   "Martins, Figueiredo, Aguiar, Smith, Xing, Online Multiple Kernel Learning for Structured Prediction, 2010",
	IDs:     ids(),
	Modes:   []reproduce.Mode{reproduce.Literal, reproduce.Sound},
	Folds:   datasets.OCRFolds,
	Run:     run,
	Tables:  tables,
	Figures: drawings,
	Judge:   judge,
	Guide:   guide,
	Remarks: remarks,
	Results: reproduce.Results(kept),
}

func ids() []string {
	out := []string{tableEta1, tablePaperRule, tableBest, tableHeldOut, tableVariants, tableRegret}
	for _, r := range rows {
		out = append(out, r.id)
	}
	return out
}

// specOf returns the row of an id; an unknown one (of a record from another version) has its id for a title.
func specOf(id string) row {
	if i := slices.IndexFunc(rows, func(r row) bool { return r.id == id }); i >= 0 {
		return rows[i]
	}
	return row{id: id, title: id}
}
