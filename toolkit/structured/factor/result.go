package factor

import (
	"context"
)

// Result is what a decoder found.
type Result struct {
	Y     []int   // a labelling
	Score float64 // S(Y); −Inf where none was found that is allowed
	Bound float64 // S(y) ≤ Bound for every labelling, whatever rounding did
	Exact bool    // Y is a best labelling, but for rounding: the bound is no more than that above its score
	Iter  int     // passes over the graph, or nodes of a search
}

// Decoder finds a labelling and a bound. What ends it before, such as its context, is an error beside the best of what
// was found. ErrInfeasible is an error, too.
type Decoder interface {
	Decode(ctx context.Context, g *Graph) (*Result, error)
}

// finish fills in what follows from score and bound.
func (r *Result) finish(rounding float64) *Result {
	r.Bound = max(r.Bound+rounding, r.Score)
	r.Exact = r.Bound-r.Score <= 3*rounding // false where both are −Inf
	return r
}
