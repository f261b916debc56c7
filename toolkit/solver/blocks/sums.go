package blocks

import "gonum.org/v1/gonum/floats"

// Request is what a pass is to look at.
type Request struct {
	W       []float64 // by feature
	B       float64
	Columns []int   // that are read, ascending; nil for all. Weights of others are 0
	None    bool    // no column is read: Columns is empty, and not nil
	Which   []int   // of these, by place: the features of the Hessian
	Rows    float64 // the share of the rows that the Hessian is of
	Turn    float64 // from 0 to 1: where in a block these rows begin
	Tau     float64 // of the hinge's smoothing; 0 for none
	Norms   bool    // squares of the columns are asked for too
	Every   int     // each so many blocks are read, numbered over all parts; 0 for all
	Fold    Fold    // that is left out
}

// columns are those that are read; nil for all.
func (r *Request) columns() []int {
	if r.None {
		return []int{}
	}
	return r.Columns
}

// Side holds sums over examples whose slopes have the same sign: an intercept asks that Σ_i u_i = 0, and the two sides
// are scaled apart to be so.
type Side struct {
	Slopes, Conjugate, Least float64   // Σ u_i, Σ ℓ_i*(u_i), Σ ℓ_i*(0)
	Gradient                 []float64 // Σ u_i a_i, by column read
}

// Sums are what a pass adds up, none of them divided by n.
type Sums struct {
	Loss, Smooth float64 // Σ ℓ_i, and of the smoothed loss
	Sizes        float64 // Σ |ℓ_i| + |ℓ_i*|
	Slopes       float64 // Σ u_i²
	Mass         float64 // Σ v_i
	Held         Held
	Sides        [2]Side // of positive slopes, and of others
	Squares      []float64

	Hessian []float64 // Σ h_i a_i a_iᵀ of the features asked for, its upper triangle
	Border  []float64 // Σ h_i a_i
	Corner  float64   // Σ h_i
	Rows    float64   // that the Hessian is of, by weight
	Longest int       // the most rows of a block
}

func newSums(columns, which int, norms bool) *Sums {
	s := &Sums{Hessian: make([]float64, which*which), Border: make([]float64, which)}
	for k := range s.Sides {
		s.Sides[k].Gradient = make([]float64, columns)
	}
	if norms {
		s.Squares = make([]float64, columns)
	}
	return s
}

// clear makes them those of no block.
func (s *Sums) clear() {
	was := *s
	*s = Sums{Squares: was.Squares, Hessian: was.Hessian, Border: was.Border}
	for k := range s.Sides {
		s.Sides[k].Gradient = was.Sides[k].Gradient
		clear(s.Sides[k].Gradient)
	}
	clear(s.Squares)
	clear(s.Hessian)
	clear(s.Border)
}

// add adds those of the blocks that come after.
func (s *Sums) add(o *Sums) {
	s.Loss += o.Loss
	s.Smooth += o.Smooth
	s.Sizes += o.Sizes
	s.Slopes += o.Slopes
	s.Mass += o.Mass
	s.Held.Loss += o.Held.Loss
	s.Held.Mass += o.Held.Mass
	s.Held.Right += o.Held.Right
	for k := range s.Sides {
		a, b := &s.Sides[k], &o.Sides[k]
		a.Slopes += b.Slopes
		a.Conjugate += b.Conjugate
		a.Least += b.Least
		floats.Add(a.Gradient, b.Gradient)
	}
	floats.Add(s.Squares, o.Squares)
	floats.Add(s.Hessian, o.Hessian)
	floats.Add(s.Border, o.Border)
	s.Corner += o.Corner
	s.Rows += o.Rows
	s.Longest = max(s.Longest, o.Longest)
}

// column is the feature of a column that was read.
func (r *Request) column(k int) int {
	if r.Columns == nil {
		return k
	}
	return r.Columns[k]
}
