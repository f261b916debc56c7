package rna

// window keeps the last rows of a table, as many as the left side of an interior loop goes over, and the largest of
// every longest + 1 neighbours in a row, which bounds what an interior loop finds in it.
type window struct {
	none float64         // of cells that are not set: −∞ for maxima, 0 for sums
	rows [ring][]float64 // by the row's number mod ring, from column −margin on
	most [][ring]float64 // by column and by the row's number mod ring: the largest of the columns up to it
}

const (
	ring   = 32          // longest + 1 rows, and the one that is being filled
	width  = longest + 1 // neighbours
	margin = 32          // so that the window of column 0 is one, too, its length a multiple of 4
)

// begin forgets all rows.
func (w *window) begin(n int, none float64) {
	w.none = none
	for k := range w.rows {
		w.rows[k] = resize(w.rows[k], n+margin)
		fill(w.rows[k], none)
	}
	if cap(w.most) < n {
		w.most = make([][ring]float64, n)
	}
	w.most = w.most[:n]
	for e := range w.most {
		fill(w.most[e][:], none)
	}
}

func fill(v []float64, value float64) {
	for k := range v {
		v[k] = value
	}
}

// clear makes room for row p in the place of the one ring before, and returns it.
func (w *window) clear(p int) []float64 {
	row := w.rows[p%ring][margin:]
	fill(row, w.none)
	return row
}

// slide finds the largest of neighbours in columns from to to−1 of row p, which has nothing before from: in blocks of
// width columns, from the beginning of the block, and from where the neighbours begin to the end of the block before.
func (w *window) slide(p, from, to int) {
	row, most, slot := w.rows[p%ring][margin+from:margin+to], w.most[from:to], p%ring
	so := w.none
	for k, v := range row {
		if k%width == 0 {
			so = w.none
		}
		so = max(so, v)
		most[k][slot] = so
	}
	for k := len(row) - 1; k >= 0; k-- {
		if k%width == width-1 {
			so = w.none
		}
		so = max(so, row[k])
		if e := k + width - 1; e < len(row) {
			most[e][slot] = max(most[e][slot], so)
		}
	}
}

// before are count columns of row p up to column e.
func (w *window) before(p, e, count int) []float64 {
	end := margin + e + 1
	return w.rows[p&(ring-1)][end-count : end]
}
