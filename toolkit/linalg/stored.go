package linalg

// StoredRows is a matrix with access to the stored numbers of a row, for loops over several vectors at once: values at
// columns ascending, or at all of them where columns is nil. They are not to be changed.
type StoredRows interface {
	Map
	Stored(i int) (columns []int32, values []float64)
}

// Stored is row i, with all of its columns.
func (a *Dense) Stored(i int) (columns []int32, values []float64) { return nil, a.Row(i) }

// Stored is row i.
func (a *CSR) Stored(i int) (columns []int32, values []float64) { return a.Row(i) }

// DenseMeans are Σ_i c_i a_ij by column of a *Dense for weights of sum 1, those of differences to the first row, so
// that the mean of a constant is that constant; ok is false for other matrices.
func DenseMeans(a Map, weight func(i int) float64) (mean []float64, ok bool) {
	dense, ok := a.(*Dense)
	if !ok || dense.R == 0 {
		return nil, false
	}
	first := dense.Row(0)
	mean = make([]float64, dense.C)
	for i := range dense.R {
		c, row := weight(i), dense.Row(i)[:len(mean)]
		for j, f := range first[:len(mean)] {
			mean[j] += c * (row[j] - f)
		}
	}
	for j, f := range first {
		mean[j] += f
	}
	return mean, true
}

// Stored is row i: a 1 in column i.
func (n Identity) Stored(i int) (columns []int32, values []float64) {
	if i < len(places) {
		return places[i : i+1], one
	}
	return []int32{int32(i)}, one
}

// one and places are what rows of small identities are made of.
var (
	one    = []float64{1}
	places = func() (p [1024]int32) {
		for i := range p {
			p[i] = int32(i)
		}
		return p
	}()
)
