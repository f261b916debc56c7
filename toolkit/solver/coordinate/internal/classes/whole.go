package classes

// Columns of so many examples at least are kept times probabilities from so many changes on, for so many numbers at
// most, and made room for so many blocks at a time.
const (
	keptFrom     = 3
	leastWhole   = 64
	mostWeighted = 1 << 19
	roomFor      = 16
)

// whole is the column a_j that a block has for all classes, and a_j∘p_c, class by class; nil for other blocks, and
// where there is no room.
type whole struct {
	column, weighted []float64
	changes          int
}
