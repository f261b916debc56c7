package proxsvm

import (
	"embed"

	"github.com/proxlab/proxlab/reproduce"
)

const name = "proxsvm"

// kept is the record at paper scale, written by `make records`.
//
//go:embed results
var kept embed.FS

// Study is the study of the paper's section 5.1.
var Study = reproduce.Study{
	Name:    name,
	Title:   "Proximal regularization: linear support vector machines at small λ",
	Paper:   "Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009",
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
	for _, s := range sets {
		out = append(out, s.id)
	}
	return append(out, synthetic.id)
}
