package blocks

// Fold says which examples a problem leaves out: those of one of several folds. The zero value leaves none out. An
// example is in the fold that the key of its row says, where blocks have keys, and else the row's number, from 0:
// everybody who takes a pass finds the same, and rows of one key are in one fold.
type Fold struct {
	Of  int // how many folds there are
	Out int // which is left out, from 1 to Of
}

// Held are sums over the examples of the fold that is left out.
type Held struct {
	Loss, Mass, Right float64 // Σ v_i ℓ_i, Σ v_i, and Σ v_i of those whose sign is that of the prediction
}

// Error is the mean loss of what is held out, times a factor, and the share of right signs.
func (h Held) Error(times float64) (mean, right float64) {
	return times * h.Loss / h.Mass, h.Right / h.Mass
}

// Has tells whether rows of a key, a whole number from 0 to 2⁵³, are left out: folds go by what is left of it, mixed,
// when it is divided by their number.
//
// Source: Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014, figure 17.
func (f Fold) Has(key float64) bool {
	if f.Out == 0 {
		return false
	}
	x := uint64(key) + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return int((x^x>>31)%uint64(f.Of)) == f.Out-1
}
