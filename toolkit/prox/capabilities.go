package prox

import "github.com/proxlab/proxlab/toolkit"

// What a penalty may know beside what it must, on the weights of d features and k outputs. Solving a problem needs none
// of it: package fit asks for it, and for the penalty's name, String.
type (
	// Strengthened is a penalty with a strength of its own, the factor λ of its norm: 1 where package fit has a λ.
	Strengthened interface{ Strength() float64 }
	// Checked is a penalty that says what is wrong with it on d×k weights.
	Checked interface{ Check(d, k int) error }
	// Shaped is a penalty on matrices, which is told their shape.
	Shaped interface {
		WithShape(rows, cols int) toolkit.Proxable
	}
	// Splitting is a penalty that some coordinates may be apart from: nothing penalizes them. rest is the penalty of the
	// others, renumbered in order.
	Splitting interface {
		Split(d int) (apart []int, rest toolkit.Proxable)
	}
	// Flat is a penalty that does not change where the coordinates of a set do by one number: such sets, disjoint, and
	// the same penalty with a polar of what is left. The sums of the sets' columns then are unpenalized columns, and dual
	// points have no product with them.
	Flat interface {
		Flat(d int) (sets [][]int, rest toolkit.Proxable)
	}
	// Simplified is a penalty that may have the values of a simpler one, for which more is known; itself where there is
	// none.
	Simplified interface{ Simplify() toolkit.Proxable }
	// Rescaled is a penalty with numbers in the units of the weights: WithScale is that on weights that are multiplied by
	// scale, entry by entry, and Inside moves weights that were scaled back to where rounding took them from.
	Rescaled interface {
		WithScale(scale []float64) toolkit.Proxable
		Inside(x []float64)
	}
	// Constraint is a penalty that may be a constraint alone, for which λ has no meaning.
	Constraint interface{ Constraint() bool }
	// Unbounded is a penalty that may let some weight grow at no cost: no gap is known without a ridge.
	Unbounded interface{ Unbounded(d int) bool }
)

// What the penalties know.
var (
	_ = []Strengthened{
		L1{}, L21{}, SparseGroup{}, Overlap{}, Latent{}, L1Inf{}, Tree{}, Slope{}, MCP{}, SCAD{}, Fused{}, GraphFused{},
		TotalVariation{}, MultiTask{}, TraceNorm{}, SpectralNorm{}, SquaredL1{}, Power{}, Bounds{},
	}
	_ = []Checked{
		L1{}, L21{}, SparseGroup{}, Overlap{}, Latent{}, L1Inf{}, Tree{}, Slope{}, MCP{}, SCAD{}, Fused{}, GraphFused{},
		TotalVariation{}, MultiTask{}, TraceNorm{}, Bounds{},
	}
	_ = []Shaped{L21{}, L1Inf{}, MultiTask{}, TraceNorm{}, SpectralNorm{}}
	_ = []Splitting{L1{}, L21{}, Overlap{}, Latent{}, L1Inf{}, Tree{}, Bounds{}}
	_ = []Flat{Fused{}, GraphFused{}, TotalVariation{}}
	_ = []Simplified{SparseGroup{}, Slope{}, Fused{}, GraphFused{}}
	_ = []toolkit.BlockNorm{L1{}, L21{}, MultiTask{}}
	_ = []toolkit.Gauge{L1{}, MultiTask{}, TraceNorm{}}
	_ = []toolkit.IterativeProx{Overlap{}, Latent{}, GraphFused{}, TotalVariation{}}
	_ = []toolkit.Conjugate{
		L1{}, L21{}, SparseGroup{}, Overlap{}, Latent{}, L1Inf{}, Tree{}, Slope{}, Fused{}, GraphFused{}, TotalVariation{},
		MultiTask{}, TraceNorm{}, SpectralNorm{}, SquaredL1{}, Power{}, Bounds{}, L1Ball{}, OnNorms{}, Ridge{},
	}

	_ toolkit.MatrixGauge = SpectralNorm{}
	_ Rescaled            = Bounds{}
	_ Constraint          = Bounds{}
	_ toolkit.SignedNorm  = Bounds{}
	_ Unbounded           = Bounds{}
)
