// Package bundle rebuilds Figure 3 of Do, Le, Foo, Proximal Regularization for Online and Batch Learning (ICML 2009):
// bundle methods for learning to fold RNA and to rank web pages, at falling λ. Beside the paper it has hinge losses,
// of which calls to a certified gap are counted, and the stabilized bundle method of Kiwiel.
//
// The paper's scaling is the toolkit's: f(w) = (λ/2)‖w‖² + ℓ(w), ℓ the mean over sequences, queries or examples. A call
// is one value of ℓ with a subgradient, at w_1 = 0 first.
//
// Ids of claims that begin with D-B are those of a series D-P7 to D-P13 on bundle methods whose numbers other claims of
// the same paper have: D-B8 to D-B11 would be D-P8 to D-P11. Each is judged once, here.
package bundle

import (
	"embed"

	"github.com/proxlab/proxlab/reproduce"
)

// kept is the record at paper scale, written by `make records`.
//
//go:embed results
var kept embed.FS

// Study is the study of the paper's Figure 3.
var Study = reproduce.Study{
	Name:    "bundle",
	Title:   "Proximal regularization: bundle methods",
	Paper:   "Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009",
	Version: 1,
	Guide:   guide,
	Layouts: layouts(),
	Parts:   parts(),
	// The paper ranks 1,000 queries of the web that were not published.
	StandIns: []string{"lightgbm-lambdarank", "letor-mq2008-fold1"},
	Modes:    []reproduce.Mode{reproduce.Literal},
	Plan:     planOf,
	Figures:  drawings,
	Claims:   claims(),
	Remarks:  remarks,
	Results:  reproduce.Results(kept),
}
