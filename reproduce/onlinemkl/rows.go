// Package onlinemkl rebuilds Table 1 of Martins, Figueiredo, Aguiar, Smith, Xing, Online Multiple Kernel Learning for
// Structured Prediction (2010): handwriting recognition with chains of letters, trained by Algorithm 1.
//
// The paper's scaling against the toolkit's: its C = 1/(λm) with m training words gives the regularizer λR, λ = 1/(Cm), beside
// the mean loss; its η_t = η0/√t counts rounds. Everything else agrees.
package onlinemkl

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// row is one row of the table: a kernel on letters, and a regularizer of the group norms.
type row struct {
	id, title   string
	kernel      kernel.Kernel
	regularizer func(lambda float64) toolkit.Proxable
	paper       paper
}

// paper is what the paper reports for a row.
type paper struct {
	accuracy, std, seconds float64
}

// rows in the paper's order. The quadratic kernel is (1 + ⟨x,x'⟩)², normalized to unit diagonal; the paper leaves its form
// open. Transitions between labels lie in the same group as the kernel, and R = ½‖θ‖².
var rows = []row{
	{
		id: "quadratic", title: "Quadratic (Q)",
		kernel:      kernel.UnitDiagonal{Of: kernel.Quadratic{Offset: 1}},
		regularizer: func(lambda float64) toolkit.Proxable { return prox.Ridge{Mu: lambda} },
		paper:       paper{85.5, 0.3, 116},
	},
}
