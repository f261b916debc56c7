package sets

// The sets.
var _ = []Set{
	Box{}, HalfSpace{}, &Affine{}, Simplex{}, Monotone{}, L1Ball{}, L2Ball{}, SecondOrderCone{}, Semidefinite{},
}
