package blocks

import "gonum.org/v1/gonum/floats"

// Request is what a pass is to look at.
type Request struct {
	W       []float64 // by feature
	B       []float64 // of each output; nil for 0
	Columns []int     // that are read, ascending; nil for all. Weights of others are 0
	None    bool      // no column is read: Columns is empty, and not nil
	Which   []int     // of these, by place: the features of the Hessian
	Rows    float64   // the share of the rows that the Hessian is of
	Turn    float64   // from 0 to 1: where in a block these rows begin
	Tau     float64   // of the hinge's smoothing; 0 for none
	Norms   bool      // squares of the columns are asked for too
	Every   int       // each so many blocks are read, numbered over all parts; 0 for all
	Fold    Fold      // that is left out
}

// columns are those that are read; nil for all.
func (r *Request) columns() []int {
	if r.None {
		return []int{}
	}
	return r.Columns
}

// Side holds sums over examples whose slopes have the same sign: an intercept asks that Σ_i u_i = 0, and the two sides
// are scaled apart to be so. The first three are by output; a loss of several outputs has one conjugate, and one side.
type Side struct {
	Slopes, Conjugate, Least []float64 // Σ u_i, Σ ℓ_i*(u_i), Σ ℓ_i*(0)
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

	Classes, Masses []float64 // of a loss of several outputs, with Squares: Σ v_i a_i of each class, and Σ v_i

	Hessian []float64 // Σ h_i a_i a_iᵀ of the features asked for, its upper triangle
	Border  []float64 // Σ h_i a_i, by feature and output
	Corner  []float64 // Σ h_i, by two outputs
	Rows    float64   // that the Hessian is of, by weight
	Longest int       // the most rows of a block
}

// vectors are all sums that are not single numbers.
func (s *Sums) vectors() (all [][]float64) {
	for k := range s.Sides {
		of := &s.Sides[k]
		all = append(all, of.Slopes, of.Conjugate, of.Least, of.Gradient)
	}
	return append(all, s.Squares, s.Classes, s.Masses, s.Hessian, s.Border, s.Corner)
}

// clear makes them those of no block.
func (s *Sums) clear() {
	was := *s
	*s = Sums{Sides: was.Sides, Squares: was.Squares, Classes: was.Classes, Masses: was.Masses, Hessian: was.Hessian,
		Border: was.Border, Corner: was.Corner}
	for _, v := range s.vectors() {
		clear(v)
	}
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
	of := o.vectors()
	for k, v := range s.vectors() {
		floats.Add(v, of[k])
	}
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
