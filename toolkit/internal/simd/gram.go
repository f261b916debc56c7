package simd

// Panels are columns of as many numbers each, laid out once for the products of all with all: by panels of as many
// columns as three registers hold, the last of as many registers as it needs, each row by row. A tile reads both of its
// factors there.
type Panels struct {
	data          []float64
	rows, columns int
	step          int // numbers from a panel to the next
}

// apart are numbers between panels: panels whole pages apart would have their rows in a few lines of a cache.
const apart = 8

// Resize makes room for columns of rows numbers, which are what was there.
func (p *Panels) Resize(rows, columns int) {
	width := 3 * tilesOf(level).lanes
	p.rows, p.columns, p.step = rows, columns, rows*width+apart
	p.data = grown(p.data, (columns+width-1)/width*p.step)
}

// panel is the k-th panel, and how many columns it has room for.
func (p *Panels) panel(k int, t *tiles) (data []float64, wide int) {
	wide = min(3*t.lanes, (p.columns-3*t.lanes*k+t.lanes-1)/t.lanes*t.lanes)
	return p.data[k*p.step:][:p.rows*wide], wide
}

// SetRows makes numbers of row k, and of count−1 after it, those of the rows of x, which begin stride numbers apart,
// less the shift: as many numbers of each as it has, for the first columns.
func (p *Panels) SetRows(k, count int, x []float64, stride int, shift []float64) {
	t, done := tilesOf(level), 0
	if width := 3 * t.lanes; t.spread != nil {
		done = len(shift) / width * width
		t.spread(p.data[k*width:], p.step, x, stride, shift[:done], count)
	}
	for j0 := done; j0 < len(shift); j0 += 3 * t.lanes {
		panel, wide := p.panel(j0/(3*t.lanes), t)
		by := shift[j0:min(len(shift), j0+wide)]
		for r := range count {
			to := panel[(k+r)*wide:][:len(by)]
			for j, v := range x[r*stride+j0:][:len(by)] {
				to[j] = v - by[j]
			}
		}
	}
}

// Column is column j, of which the numbers are wide apart.
func (p *Panels) Column(j int) (of []float64, wide int) {
	t := tilesOf(level)
	panel, wide := p.panel(j/(3*t.lanes), t)
	return panel[j%(3*t.lanes):], wide
}

// SetColumns makes the columns those of x, each in one piece, which begin stride numbers apart: as many as it has, by
// their places.
func (p *Panels) SetColumns(x []float64, stride int, which []int) {
	t := tilesOf(level)
	of := func(j int) []float64 { return x[which[j]*stride:][:p.rows] }
	for j0 := 0; j0 < p.columns; j0 += 3 * t.lanes {
		panel, wide := p.panel(j0/(3*t.lanes), t)
		j, end := j0, min(p.columns, j0+wide)
		for ; j+4 <= end; j += 4 {
			packFour(panel[j-j0:], wide, of(j), of(j+1), of(j+2), of(j+3), nil)
		}
		for ; j < end; j++ {
			packOne(panel[j-j0:], wide, Matrix{of(j), 1, 0}, p.rows, nil)
		}
	}
}

// Weigh makes p the columns of a, with row k times h_k.
func (p *Panels) Weigh(a *Panels, h []float64) {
	p.Resize(a.rows, a.columns)
	t := tilesOf(level)
	for j := 0; j < p.columns; j += 3 * t.lanes {
		to, wide := p.panel(j/(3*t.lanes), t)
		from, _ := a.panel(j/(3*t.lanes), t)
		if wide == 3*t.lanes && t.pack != nil {
			t.pack(to, from, wide, h[:p.rows])
			continue
		}
		for k, w := range h[:p.rows] {
			for at := k * wide; at < (k+1)*wide; at++ {
				to[at] = w * from[at]
			}
		}
	}
}

// GramStride is how many numbers AddGram has a row of so many columns, and how many rows, for as many registers.
func GramStride(columns int) int { return (columns + 7) / 8 * 8 }

// AddGram adds the products of the columns of a with those of b to sum, one row for each of a: of GramStride(those of
// b) numbers each, and GramStride(those of a) of them, of which those beyond are left with any numbers. Entries are
// added up as by Product. With upper, of a and b with as many columns, those below the diagonal are any numbers too.
func AddGram(sum []float64, a, b *Panels, upper bool) {
	t, stride := tilesOf(level), GramStride(b.columns)
	if a.rows != b.rows || len(sum) < stride*GramStride(a.columns) {
		panic(badShape)
	}
	width := 3 * t.lanes
	for j := 0; j < b.columns; j += width {
		right, wide := b.panel(j/width, t)
		for i := 0; i < a.columns && !(upper && i >= j+wide); i += t.rows {
			left, apart := a.panel(i/width, t)
			t.of[wide/t.lanes-1](a.rows, left[i%width:], 1, apart, right, sum[i*stride+j:], stride, t.lanes)
		}
	}
}
