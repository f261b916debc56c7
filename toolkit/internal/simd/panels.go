package simd

// Tile is the shape of the products that the level has in registers: so many rows, and up to three times so many lanes.
func Tile() (rows, lanes int) {
	t := tilesOf(level)
	return t.rows, t.lanes
}

// AddPanel adds A times a panel to a panel: C ← C + A B for A of rows × k, and B and C of width numbers a row, one row
// after the other. Each entry is added up as by Product. rows is a multiple of those of a Tile, and width of its lanes,
// three times these at most: nothing is laid out anew.
func AddPanel(c []float64, a Matrix, rows, k int, b []float64, width int) {
	t := tilesOf(level)
	switch {
	case rows == 0 || k == 0:
		return
	case rows%t.rows != 0 || width%t.lanes != 0 || width > 3*t.lanes || len(b) < k*width || len(c) < rows*width ||
		len(a.Data) <= (rows-1)*a.Row+(k-1)*a.Col:
		panic(badShape)
	}
	run := t.of[width/t.lanes-1]
	for i := 0; i < rows; i += t.rows {
		run(k, a.Data[i*a.Row:], a.Row, a.Col, b, c[i*width:], width, t.lanes)
	}
}
