package testproblems

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// MatrixRows is the shape of the matrices of d numbers on which penalties on matrices are tried: two rows where that
// is possible.
func MatrixRows(d int) int { return 2 - d%2 }

// Penalties makes every penalty of package prox for a strength and a number of coordinates. An entry may name a
// variant of a type after a slash. Those on matrices have MatrixRows(d) rows.
var Penalties = map[string]func(lambda float64, d int) toolkit.Proxable{
	"L1": func(l float64, _ int) toolkit.Proxable { return prox.L1{Lambda: l} },
	"L1/weighted": func(l float64, d int) toolkit.Proxable {
		return prox.L1{Lambda: l, Weights: SawtoothWeights(d)}
	},
	"SquaredL1": func(l float64, _ int) toolkit.Proxable { return prox.SquaredL1{Lambda: l} },
	"SquaredL1/weighted": func(l float64, d int) toolkit.Proxable {
		return prox.SquaredL1{Lambda: l, Weights: SawtoothWeights(d)}
	},
	"L1Ball":            func(l float64, _ int) toolkit.Proxable { return prox.L1Ball{Radius: l} },
	"Power":             func(l float64, _ int) toolkit.Proxable { return prox.Power{Lambda: l, Q: 1.5} },
	"Power/3":           func(l float64, _ int) toolkit.Proxable { return prox.Power{Lambda: l, Q: 3} },
	"Ridge":             func(l float64, _ int) toolkit.Proxable { return prox.Ridge{Mu: l} },
	"Ridge/elastic-net": func(l float64, _ int) toolkit.Proxable { return prox.Ridge{Mu: 0.7, Inner: prox.L1{Lambda: l}} },
	"L21": func(l float64, d int) toolkit.Proxable {
		return prox.L21{Lambda: l, Groups: Pairs(d), Weights: SawtoothWeights(len(Pairs(d)))}
	},
	"SparseGroup": func(l float64, d int) toolkit.Proxable {
		return prox.SparseGroup{Lambda: l, Mix: 0.3, Groups: Pairs(d), Weights: SawtoothWeights(len(Pairs(d)))}
	},
	"Tree": func(l float64, d int) toolkit.Proxable {
		return prox.Tree{Lambda: l, Groups: Nested(d), Weights: SawtoothWeights(len(Nested(d)))}
	},
	"Overlap": func(l float64, d int) toolkit.Proxable {
		return prox.Overlap{Lambda: l, Groups: Chained(d), Weights: SawtoothWeights(len(Chained(d)))}
	},
	"TotalVariation": func(l float64, d int) toolkit.Proxable {
		return prox.TotalVariation{Lambda: l, Rows: MatrixRows(d), Cols: d / MatrixRows(d)}
	},
	"MultiTask": func(l float64, d int) toolkit.Proxable {
		return prox.MultiTask{Lambda: l, Cols: d / MatrixRows(d)}
	},
	"TraceNorm": func(l float64, d int) toolkit.Proxable {
		return prox.TraceNorm{Lambda: l, Rows: MatrixRows(d), Cols: d / MatrixRows(d)}
	},
	"SpectralNorm": func(l float64, d int) toolkit.Proxable {
		return prox.SpectralNorm{Lambda: l, Rows: MatrixRows(d), Cols: d / MatrixRows(d)}
	},
	"OnNorms/squared": func(l float64, d int) toolkit.Proxable {
		return prox.OnNorms{Psi: prox.SquaredL1{Lambda: l}, Groups: Pairs(d)}
	},
	"OnNorms/ball": func(l float64, d int) toolkit.Proxable {
		return prox.OnNorms{Psi: prox.L1Ball{Radius: l}, Groups: Pairs(d)}
	},
}
