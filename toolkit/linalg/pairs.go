package linalg

// Pair is the slope and the curvature of a loss at one prediction. They stand beside each other, as a step in one
// weight needs both.
type Pair struct{ Slope, Curvature float64 }

// PairRows is a matrix whose rows meet slopes s and curvatures h at once: what steps on a quadratic model need, with
// columns as rows, that are stored as they were, and not times √h.
type PairRows interface {
	Rows
	// PairProducts are Σ_k a_ik s_k and Σ_k a_ik² h_k.
	PairProducts(i int, at []Pair) (slope, curvature float64)
	// PairSlope is Σ_k a_ik s_k.
	PairSlope(i int, at []Pair) float64
	// AddPair is s_k ← s_k + step·h_k a_ik.
	AddPair(at []Pair, step float64, i int)
}

// PairProducts are those of row i.
func (a *CSR) PairProducts(i int, at []Pair) (slope, curvature float64) {
	col, val := a.Row(i)
	val = val[:len(col)]
	for k, j := range col {
		v, p := val[k], &at[j]
		slope += v * p.Slope
		curvature += v * v * p.Curvature
	}
	return slope, curvature
}

// PairSlope is that of row i.
func (a *CSR) PairSlope(i int, at []Pair) float64 {
	col, val := a.Row(i)
	val = val[:len(col)]
	var s, t, u, v float64 // which do not wait for one another
	for ; len(col) >= 4 && len(val) >= 4; col, val = col[4:], val[4:] {
		s += val[0] * at[col[0]].Slope
		t += val[1] * at[col[1]].Slope
		u += val[2] * at[col[2]].Slope
		v += val[3] * at[col[3]].Slope
	}
	for k, j := range col {
		s += val[k] * at[j].Slope
	}
	return (s + t) + (u + v)
}

// AddPair adds row i.
func (a *CSR) AddPair(at []Pair, step float64, i int) {
	col, val := a.Row(i)
	val = val[:len(col)]
	for k, j := range col {
		p := &at[j]
		p.Slope += step * val[k] * p.Curvature
	}
}

// PairProducts are those of row i.
func (a *Dense) PairProducts(i int, at []Pair) (slope, curvature float64) {
	row := a.Row(i)
	for k := range at {
		v, p := row[k], &at[k]
		slope += v * p.Slope
		curvature += v * v * p.Curvature
	}
	return slope, curvature
}

// PairSlope is that of row i.
func (a *Dense) PairSlope(i int, at []Pair) (slope float64) {
	row := a.Row(i)
	for k := range at {
		slope += row[k] * at[k].Slope
	}
	return slope
}

// AddPair adds row i.
func (a *Dense) AddPair(at []Pair, step float64, i int) {
	row := a.Row(i)
	for k := range at {
		p := &at[k]
		p.Slope += step * row[k] * p.Curvature
	}
}
