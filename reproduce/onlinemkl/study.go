package onlinemkl

import (
	"embed"
	"slices"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/reproduce"
)

// kept is the record at paper scale, written by `make records`.
//
//go:embed results
var kept embed.FS

// Study is the study of the paper's Table 1.
var Study = reproduce.Study{
	Name:    "onlinemkl",
	Title:   "Online multiple kernel learning: handwriting",
	Paper:   "Martins, Figueiredo, Aguiar, Smith, Xing, Online Multiple Kernel Learning for Structured Prediction, 2010",
	Version: 5,
	Guide:   guide,
	Layouts: layouts(),
	Parts:   parts(),
	Times:   []string{"train_seconds*"},
	Modes:   []reproduce.Mode{reproduce.Literal, reproduce.Sound},
	Folds:   dataset.OCRFolds,
	Plan:    planOf,
	Figures: drawings,
	Claims:  claims(),
	Remarks: remarks,
	Results: reproduce.Results(kept),
}

// parts are the rows of Table 1.
func parts() (out []reproduce.Part) {
	for _, r := range rows {
		out = append(out, reproduce.Part{ID: r.id})
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
