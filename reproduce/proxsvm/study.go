package proxsvm

import (
	"embed"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
)

// kept is the record at paper scale, written by `make records`.
//
//go:embed results
var kept embed.FS

// Study is the study of the paper's section 5.1.
var Study = reproduce.Study{
	Name:    "proxsvm",
	Title:   "Proximal regularization: linear support vector machines at small λ",
	Paper:   "Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009",
	Version: 6,
	Guide:   guide,
	Layouts: layouts,
	Parts:   parts(),
	Modes:   []reproduce.Mode{reproduce.Literal, reproduce.Sound},
	Plan:    func(d *reproduce.Draft) error { return draft(d, generate.DefaultLowCurvature) },
	Figures: drawings,
	Claims:  claims(),
	Remarks: remarks,
	Results: reproduce.Results(kept),
}

// parts are the sets.
func parts() (out []reproduce.Part) {
	for _, s := range sets {
		out = append(out, reproduce.Part{ID: s.id})
	}
	return append(out, reproduce.Part{ID: synthetic.id})
}
