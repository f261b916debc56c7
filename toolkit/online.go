package toolkit

// Part is one term Value · φ(Row) ⊗ e_Col of a sparse update: the features of row Row go to output column Col.
// Family says which features: a chain has emissions (family 0; rows are letters, columns labels) and transitions
// (family 1; rows are the label before, columns the label after). A linear model for one output has family 0, column 0.
type Part struct {
	Family, Row, Col int
	Value            float64
}

// Update is a sparse vector of the parameter space, Σ_p Value_p φ(Row_p) ⊗ e_{Col_p}. Parts may repeat; they add up.
type Update struct {
	Parts []Part
}

// Reset empties the update and keeps its memory.
func (u *Update) Reset() { u.Parts = u.Parts[:0] }

// Add appends one part.
func (u *Update) Add(family, row, col int, value float64) {
	u.Parts = append(u.Parts, Part{family, row, col, value})
}

// Params holds the parameters θ = (θ_1, …, θ_p) of a model in groups, however they are represented: dense vectors,
// lazily scaled sparse ones, or kernel expansions. It is all that online algorithms and oracles see of them.
type Params interface {
	// Groups is p.
	Groups() int
	// Norm is ‖θ_k‖.
	Norm(k int) float64
	// Scale multiplies group k by c ≥ 0; c = 0 resets it to zero.
	Scale(k int, c float64)
	// Add is θ ← θ + step·u.
	Add(step float64, u *Update)
	// InnerProducts returns ⟨θ, u⟩ and ‖u‖².
	InnerProducts(u *Update) (inner, squared float64)
	// Scores adds to dst[c] the score ⟨θ, φ(row) ⊗ e_c⟩ of every output column c, summed over groups.
	Scores(dst []float64, family, row int)
	// Refresh recomputes exactly what is kept up to date by increments, such as norms. Solvers call it once a pass.
	Refresh()
}

// Vectorer is a Params that may be held as one dense vector, on which any penalty can act. The slice is the storage
// itself; what is kept of it is stale until Refresh. ok is false where there is none.
type Vectorer interface {
	Vector() (w []float64, ok bool)
}

// Oracle gives losses and subgradients, one example at a time. Grad writes a subgradient of ℓ_i at p to u, which it
// resets first, and returns ℓ_i(p).
type Oracle interface {
	Len() int
	Grad(i int, p Params, u *Update) (loss float64)
}

// Bounded is an Oracle whose ℓ_i is a maximum that was not quite found: Grad returns what an output, or a point of a
// relaxation, attains, with the subgradient that belongs to it, and the loss is more by Slack(i) at most, at the
// parameters of the last Grad of example i:
//
//	Grad's value ≤ ℓ_i(p) ≤ Grad's value + Slack(i),      0 ≤ Slack(i).
//
// What Grad returns is the value of a plane that is below ℓ_i everywhere, and stays so. Whatever reports an objective
// or a gap of such an oracle adds the slack to both: P(θ) ≤ Objective, P(θ) − P* ≤ Gap. P is that of ℓ: where planes
// are those of outputs, all of this holds for the maximum over outputs, whatever the decoder; where some are those of
// fractional points of a relaxation, for the maximum over the relaxation alone.
type Bounded interface {
	Slack(i int) float64
}

// RowsScorer is a Params that reads the scores of many rows at once, which is quicker than one after another.
type RowsScorer interface {
	// ScoreRows adds to dst what Scores does for the rows lo ≤ r < hi of a family: with c output columns, the score of
	// column k of row r to dst[(r−lo)·c + k], where len(dst) is (hi−lo)·c.
	ScoreRows(dst []float64, family, lo, hi int)
}
